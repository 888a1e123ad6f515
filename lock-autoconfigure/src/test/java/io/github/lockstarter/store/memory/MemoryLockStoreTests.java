package io.github.lockstarter.store.memory;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.LockStoreContractManagement;

/**
 * Runs the contract on the store in memory.
 */
class MemoryLockStoreTests extends LockStoreContractManagement {

	private final MemoryLockStore store = StallProofMemory.newStore();

	@Override
	protected LockStore createStore() {
		return this.store;
	}

}
