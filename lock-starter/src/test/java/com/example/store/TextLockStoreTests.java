package com.example.store;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.LockStoreContract;

/**
 * Runs the contract on the example of a store.
 */
class TextLockStoreTests extends LockStoreContract {

	private final TextLockStore store = new TextLockStore();

	@Override
	protected LockStore createStore() {
		return this.store;
	}

}
