package com.example.store;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.tck.LockStoreContract;
import io.github.lockstarter.store.memory.MemoryLockStore;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Uses the contract as another project does: from its jar, and in a package of its own.
 */
@ExtendWith(RepeatedIfDisturbed.class)
class StoreOfAnotherProjectTests extends LockStoreContract {

	private final MemoryLockStore store = new MemoryLockStore();

	@Override
	protected LockStore createStore() {
		return this.store;
	}

}
