package io.github.lockstarter.store.quorum;

import io.github.lockstarter.testing.Full;

/**
 * Runs the contract on a quorum of one.
 */
@Full
class QuorumOfOneTests extends QuorumLockStoreContract {

	QuorumOfOneTests() {
		super(1);
	}

}
