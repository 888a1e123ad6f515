package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Races of passing a lock on against losing it: all that wait are served, and nothing is
 * left behind.
 */
@Tag("races")
class PassAgainstLossIntegrationTests extends TwoClients {

	private static final int RACES = 6;

	private static final int THREADS = 6;

	private static final int ROUNDS = 40;

	private static final Duration SHORT = Duration.ofMillis(150);

	private static final Duration OVERRUN = Duration.ofMillis(520);

	PassAgainstLossIntegrationTests() {
		super(TestedStore.STANDALONE);
	}

	@Test
	void aRecordThatVanishesAgainAndAgainKeepsNobodyWaiting() {
		AtomicBoolean over = new AtomicBoolean();
		CompletableFuture<Void> harm = onAnotherThread(() -> {
			try (RedisClient admin = EmbeddedRedis.shared().newClient()) {
				RedisCommands<String, String> commands = admin.connect().sync();
				while (!over.get()) {
					commands.del("lock:" + this.key);
					LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(TimeUnit.MILLISECONDS.toNanos(5)));
				}
			}
			return null;
		});
		race(Duration.ofMillis(1));
		over.set(true);
		harm.join();
		assertThat(this.events).isNotEmpty();
	}

	@Test
	void holdersThatOverrunTheirLeaseKeepNobodyWaiting() {
		race(OVERRUN);
		assertThat(this.events).isNotEmpty();
	}

	/**
	 * Again and again the first holder, who found the lock free, holds it for so long,
	 * while all others wait: a grant may last longer than the lease.
	 */
	private void race(Duration first) {
		for (int race = 0; race < RACES; race++) {
			List<CompletableFuture<Void>> threads;
			try (LockHandle held = shortHold(this.one, false)) {
				threads = IntStream.range(0, THREADS)
					.mapToObj((number) -> holdAgainAndAgain((number % 2 == 0) ? this.one : this.two))
					.toList();
				holdFor(first);
				assertThat(held.fencingToken()).isPositive();
			}
			assertThat(CompletableFuture.allOf(threads.toArray(CompletableFuture[]::new)))
				.succeedsWithin(Duration.ofMinutes(1));
		}
	}

	private CompletableFuture<Void> holdAgainAndAgain(DefaultLockClient client) {
		return onAnotherThread(() -> {
			for (int round = 0; round < ROUNDS; round++) {
				try (LockHandle held = shortHold(client, ThreadLocalRandom.current().nextBoolean())) {
					assertThat(held.fencingToken()).isPositive();
				}
			}
			return (Void) null;
		});
	}

	private LockHandle shortHold(DefaultLockClient client, boolean renewed) {
		return client.lock(this.key).waitTime(AMPLY).leaseTime(SHORT).autoRenew(renewed).acquire();
	}

	private static void holdFor(Duration time) {
		long end = System.nanoTime() + time.toNanos();
		while (end - System.nanoTime() > 0) {
			LockSupport.parkNanos(end - System.nanoTime());
		}
	}

}
