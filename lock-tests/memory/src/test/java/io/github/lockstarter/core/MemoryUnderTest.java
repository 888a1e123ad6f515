package io.github.lockstarter.core;

import java.util.function.Consumer;
import java.util.stream.Stream;

import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.memory.StallProofMemory;

/**
 * The store in memory, in which time stands still while the machine stalls.
 */
public final class MemoryUnderTest implements StoreUnderTest, StoreUnderTest.Provider {

	@Override
	public LockStore open(Consumer<Runnable> afterTest) {
		return StallProofMemory.newStore();
	}

	@Override
	public Platform newPlatform() {
		return new StallProofPlatform();
	}

	@Override
	public Stream<StoreUnderTest> stores() {
		return Stream.of(this);
	}

	@Override
	public String toString() {
		return "MEMORY";
	}

}
