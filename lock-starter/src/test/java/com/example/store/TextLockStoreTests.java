package com.example.store;

import java.util.EnumSet;
import java.util.Set;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.LockStoreContract;
import io.github.lockstarter.store.LockStoreContractFeature;
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

	@Override
	protected Set<LockStoreContractFeature> lacks() {
		return EnumSet.of(LockStoreContractFeature.VOTES);
	}

}
