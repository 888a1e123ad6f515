package io.github.lockstarter.store.quorum;

import io.github.lockstarter.testing.Full;

/**
 * Runs the contract on a quorum of five.
 */
@Full
class QuorumOfFiveTests extends QuorumLockStoreContract {

	QuorumOfFiveTests() {
		super(5);
	}

}
