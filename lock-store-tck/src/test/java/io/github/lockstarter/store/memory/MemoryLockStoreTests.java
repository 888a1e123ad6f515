package io.github.lockstarter.store.memory;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.tck.LockStoreContractManagement;
import io.github.lockstarter.testing.LookedAtTime;

/**
 * Runs the contract on the store in memory.
 */
class MemoryLockStoreTests extends LockStoreContractManagement {

	private final MemoryLockStore store = new MemoryLockStore(new LookedAtTime());

	@Override
	protected LockStore createStore() {
		return this.store;
	}

}
