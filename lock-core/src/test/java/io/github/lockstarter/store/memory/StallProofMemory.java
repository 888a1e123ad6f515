package io.github.lockstarter.store.memory;

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
		return new MemoryLockStore(StallProofTime::nanoTime);
	}

}
