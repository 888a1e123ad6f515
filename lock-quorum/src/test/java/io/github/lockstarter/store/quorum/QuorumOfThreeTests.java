package io.github.lockstarter.store.quorum;

/**
 * Runs the contract on a quorum of three.
 */
class QuorumOfThreeTests extends QuorumLockStoreContract {

	QuorumOfThreeTests() {
		super(3);
	}

}
