package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.BackOff;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.store.memory.MemoryLockStore;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for calls that pause between two attempts when their client is closed.
 */
class ClosedWhileBackingOffTests {

	private static final BackOff LONG_PAUSES = new BackOff(Duration.ofMinutes(1), Duration.ofMinutes(1), 1, 0,
			Integer.MAX_VALUE);

	@Test
	void anAsynchronousCallIsToldAtOnce() {
		MemoryLockStore store = StallProofMemory.newStore();
		try (DefaultLockClient holder = Clients.stallProofClient(store, "holder");
				DefaultLockClient waiter = Clients.stallProofClient(store, "waiter")) {
			LockHandle held = holder.lock("k").acquire();
			CompletionStage<LockHandle> asked = waiter.lock("k")
				.waitTime(Duration.ofHours(1))
				.backOff(LONG_PAUSES)
				.acquireAsync();
			waiter.close();
			assertThat(asked).failsWithin(Duration.ofSeconds(30))
				.withThrowableThat()
				.withCauseInstanceOf(LockUnavailableException.class);
			held.close();
		}
	}

}
