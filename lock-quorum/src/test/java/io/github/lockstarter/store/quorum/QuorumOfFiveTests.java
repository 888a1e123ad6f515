package io.github.lockstarter.store.quorum;

/**
 * Runs the contract on a quorum of five.
 */
class QuorumOfFiveTests extends QuorumLockStoreContract {

	QuorumOfFiveTests() {
		super(5);
	}

}
