package io.github.lockstarter.store;

/**
 * What not every store has, so that not all of the {@link LockStoreContract} is about it.
 */
public enum LockStoreContractFeature {

	/** Whoever waits has a place, and is told of the grant. */
	QUEUE,

	/** Several may share a lock. */
	SHARES,

	/** It can be one of several stores that decide together. */
	VOTES

}
