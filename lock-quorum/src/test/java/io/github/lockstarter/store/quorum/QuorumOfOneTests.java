package io.github.lockstarter.store.quorum;

/**
 * Runs the contract on a quorum of one.
 */
class QuorumOfOneTests extends QuorumLockStoreContract {

	QuorumOfOneTests() {
		super(1);
	}

}
