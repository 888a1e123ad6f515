package io.github.lockstarter.core;

import java.time.Duration;

import io.github.lockstarter.store.memory.MemoryLockStore;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for a renewal that is confirmed when validity has ended already.
 */
class LateConfirmationTests {

	private static final Duration LEASE = Duration.ofSeconds(1);

	@Test
	void aLockThatWasLostNeverComesBack() {
		try (DefaultLockClient client = TwoClients.client(new MemoryLockStore(), "one")) {
			long now = System.nanoTime();
			Waiter waiter = new Waiter(TwoClients.request(client, "key", LEASE), "key", LEASE, now, false, true);
			Turn turn = new Turn(client.engine(), waiter, 1, 1, now, LEASE);
			assertThat(turn.hold().isLost()).isTrue();
			turn.confirm(now, Duration.ofMinutes(1));
			assertThat(turn.hold().isLost()).isTrue();
		}
	}

}
