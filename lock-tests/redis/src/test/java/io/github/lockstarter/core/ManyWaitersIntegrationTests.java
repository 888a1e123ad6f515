package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for what it costs Redis that many different locks are waited for.
 */
@Full
class ManyWaitersIntegrationTests extends OwnRedis {

	private static final int LOCKS = 10_000;

	private static final Duration LONG = Duration.ofMinutes(5);

	private static final int SECONDS = 10;

	private static final int MOST_CALLS_PER_SECOND = 20;

	private final DefaultLockClient holder = lockClient();

	private final DefaultLockClient client = lockClient();

	private List<CompletableFuture<LockHandle>> acquire(DefaultLockClient by) {
		return IntStream.range(0, LOCKS)
			.mapToObj((number) -> by.lock(this.key + number)
				.leaseTime(LONG)
				.autoRenew(false)
				.waitTime(LONG)
				.acquireAsync()
				.toCompletableFuture())
			.toList();
	}

	@Test
	void tenThousandLocksThatAreWaitedForTakeFewCommandsAndEachIsServed() {
		List<CompletableFuture<LockHandle>> held = acquire(this.holder);
		held.forEach((each) -> assertThat(each).succeedsWithin(LONG));
		List<CompletableFuture<LockHandle>> waiting = acquire(this.client);
		await().atMost(LONG).until(this::callsPerSecond, (calls) -> calls >= 1 && calls <= MOST_CALLS_PER_SECOND);
		assertThat(waiting).noneMatch(CompletableFuture::isDone);
		held.parallelStream().forEach((each) -> each.join().close());
		assertThat(waiting).allSatisfy((each) -> assertThat(each).succeedsWithin(LONG));
		waiting.parallelStream().forEach((each) -> each.join().close());
	}

	private long callsPerSecond() {
		long before = scriptCalls();
		await().pollDelay(Duration.ofSeconds(SECONDS)).atMost(LONG).until(() -> true);
		return (scriptCalls() - before) / SECONDS;
	}

}
