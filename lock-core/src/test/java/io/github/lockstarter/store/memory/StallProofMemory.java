package io.github.lockstarter.store.memory;

import java.util.function.LongSupplier;

import io.github.lockstarter.testing.StallProofTime;

/**
 * A store in memory in which no lease and no claim window ends while the machine stalls.
 */
public final class StallProofMemory {

	private StallProofMemory() {
	}

	/**
	 * An empty store.
	 */
	public static MemoryLockStore newStore() {
		return newStore(StallProofTime::nanoTime);
	}

	/**
	 * An empty store in the time of a test.
	 */
	public static MemoryLockStore newStore(LongSupplier nanoTime) {
		return new MemoryLockStore(nanoTime);
	}

}
