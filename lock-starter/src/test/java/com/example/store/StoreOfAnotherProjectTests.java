package com.example.store;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.LockStoreContract;
import io.github.lockstarter.store.memory.MemoryLockStore;

/**
 * Uses the contract as another project does: from its jar, and in a package of its own.
 */
class StoreOfAnotherProjectTests extends LockStoreContract {

	private final MemoryLockStore store = new MemoryLockStore();

	@Override
	protected LockStore createStore() {
		return this.store;
	}

}
