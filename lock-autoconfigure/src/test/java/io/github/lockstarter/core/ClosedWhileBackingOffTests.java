package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.BackOff;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.store.memory.MemoryLockStore;
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
		MemoryLockStore store = new MemoryLockStore();
		try (DefaultLockClient holder = client(store); DefaultLockClient waiter = client(store)) {
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

	private static DefaultLockClient client(MemoryLockStore store) {
		return new DefaultLockClient(store, new LockSettings(LockOptions.NONE, Map.of()),
				new ClientIdentity("shop", "web-1"), LockClientOptions.DEFAULT);
	}

}
