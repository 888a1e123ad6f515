package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.LockHandle;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for thousands of locks that one client holds at the same time.
 */
class ManyLocksIntegrationTests extends OwnRedis {

	private static final int LOCKS = 10_000;

	private static final Duration LEASE = Duration.ofSeconds(4);

	/** Renewed at a third of the lease, 200 by one script, in up to eight groups. */
	private static final int CALLS_PER_INTERVAL = LOCKS / 200 + 8;

	private static final int LEASES = 2;

	private final DefaultLockClient client = lockClient();

	@Test
	void tenThousandLocksAreRenewedByFewCommandsAndOneThread() {
		List<LockHandle> held = hold();
		long startedAt = System.nanoTime();
		long before = scriptCalls();
		await().pollDelay(LEASE.multipliedBy(LEASES)).until(() -> true);
		long calls = scriptCalls() - before;
		long intervals = (System.nanoTime() - startedAt) / LEASE.dividedBy(3).toNanos() + 1;
		assertThat(held).allMatch(LockHandle::isValid);
		assertThat(calls).isBetween((3L * LEASES - 1) * LOCKS / 200, intervals * CALLS_PER_INTERVAL);
		await().untilAsserted(() -> assertThat(threads()).containsExactly("lock-timer"));
		held.parallelStream().forEach(LockHandle::close);
		assertThat(held).noneMatch(LockHandle::isLost);
	}

	private List<LockHandle> hold() {
		List<LockHandle> held = new ArrayList<>();
		for (int i = 0; i < LOCKS; i++) {
			held.add(this.client.lock(this.key + i).waitTime(AMPLY).leaseTime(LEASE).acquire());
		}
		return held;
	}

	/** Those of clients; those of stores in memory belong to other tests. */
	private static List<String> threads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.map(Thread::getName)
			.filter((name) -> name.startsWith("lock-") && !name.equals("lock-memory-store"))
			.toList();
	}

}
