package com.example.store;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.tck.LockStoreContract;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs the contract on the example of a store.
 */
@ExtendWith(RepeatedIfDisturbed.class)
class TextLockStoreTests extends LockStoreContract {

	private final TextLockStore store = new TextLockStore();

	@Override
	protected LockStore createStore() {
		return this.store;
	}

}
