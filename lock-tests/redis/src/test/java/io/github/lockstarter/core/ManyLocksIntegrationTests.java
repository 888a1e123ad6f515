package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.StallProofTime;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for thousands of locks that one client holds at the same time.
 */
@Full
class ManyLocksIntegrationTests extends OwnRedis {

	private static final int LOCKS = 10_000;

	private static final Duration LEASE = Duration.ofSeconds(12);

	/** Renewed at a third of the lease, 200 by one script, in up to eight groups. */
	private static final int CALLS_PER_INTERVAL = LOCKS / 200 + 8;

	private static final int LEASES = 2;

	private final DefaultLockClient client = lockClient();

	@Test
	void tenThousandLocksAreRenewedByFewCommandsAndNoFurtherThread() {
		this.client.lock(this.key).acquire().close();
		Set<Thread> others = lockThreads();
		List<LockHandle> held = hold();
		long startedAt = System.nanoTime();
		long before = scriptCalls();
		StallProofTime.pass(LEASE.multipliedBy(LEASES));
		long calls = scriptCalls() - before;
		long intervals = (System.nanoTime() - startedAt) / LEASE.dividedBy(3).toNanos() + 1;
		assertThat(held).allMatch(LockHandle::isValid);
		assertThat(calls).isBetween((3L * LEASES - 1) * LOCKS / 200, intervals * CALLS_PER_INTERVAL);
		await().untilAsserted(() -> assertThat(threads(others)).isEmpty());
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

	/** Without those of the tests that ran before in this JVM. */
	private static List<String> threads(Set<Thread> others) {
		return lockThreads().stream().filter((thread) -> !others.contains(thread)).map(Thread::getName).toList();
	}

	private static Set<Thread> lockThreads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("lock-"))
			.collect(Collectors.toSet());
	}

}
