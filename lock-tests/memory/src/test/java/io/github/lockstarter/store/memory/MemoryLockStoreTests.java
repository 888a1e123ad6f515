package io.github.lockstarter.store.memory;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.tck.LockStoreContractManagement;
import io.github.lockstarter.store.tck.LockStoreContractTime;

/**
 * Runs the contract on the store in memory.
 */
class MemoryLockStoreTests extends LockStoreContractManagement {

	private final LockStoreContractTime.Stepped time = new LockStoreContractTime.Stepped();

	private final MemoryLockStore store = new MemoryLockStore(this.time);

	@Override
	protected LockStore createStore() {
		return this.store;
	}

	@Override
	protected LockStoreContractTime time() {
		return this.time;
	}

}
