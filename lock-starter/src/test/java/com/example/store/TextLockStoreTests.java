package com.example.store;

import java.time.Instant;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreFeature;
import io.github.lockstarter.store.tck.LockStoreContract;
import io.github.lockstarter.store.tck.LockStoreContractTime;
import io.github.lockstarter.store.tck.NeedsFeature;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs the contract on the example of a store.
 */
@NeedsFeature.Lacking(StoreFeature.VOTES)
class TextLockStoreTests extends LockStoreContract {

	private final LockStoreContractTime.Stepped time = new LockStoreContractTime.Stepped();

	private final TextLockStore store = new TextLockStore(() -> Instant.EPOCH.plusNanos(this.time.getAsLong()));

	@Override
	protected LockStore createStore() {
		return this.store;
	}

	@Override
	protected LockStoreContractTime time() {
		return this.time;
	}

}
