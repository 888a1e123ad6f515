package io.github.lockstarter;

/**
 * How the lease of a lock is chosen.
 */
public enum LeaseMode {

	/**
	 * The default: the lease time that is set.
	 */
	FIXED,

	/**
	 * From how long the lock was held lately, as an {@link AdaptiveLease} says.
	 */
	ADAPTIVE

}
