package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.stream.IntStream;

import io.github.lockstarter.BackOff;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOutcome;
import io.github.lockstarter.testing.StallProofTime;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for waiters that ask again and again.
 */
@EachStore
class BackOffIntegrationTests extends TwoClients {

	private static final BackOff QUICK = new BackOff(Duration.ofMillis(10), Duration.ofMillis(20), 2, 0.5,
			Integer.MAX_VALUE);

	private static final BackOff SLOW = new BackOff(Duration.ofSeconds(15), Duration.ofSeconds(15), 1, 0,
			Integer.MAX_VALUE);

	private static final BackOff FOUR_TIMES = new BackOff(Duration.ofMillis(200), Duration.ofMillis(200), 1, 0, 4);

	private static final int CALLERS = 20;

	/**
	 * Time that the pauses alone would take if each call began when the one before is
	 * over.
	 */
	private static final Duration ONE_AFTER_ANOTHER = FOUR_TIMES.max()
		.multipliedBy((FOUR_TIMES.maxAttempts() - 1L) * CALLERS);

	/** A waiter counts before the store has answered for the first time. */
	private static final Duration TO_BE_REFUSED = Duration.ofSeconds(1);

	BackOffIntegrationTests(StoreUnderTest store) {
		super(store);
	}

	@Test
	void getsTheLockSoonAfterItIsFreeWithoutEverHavingQueuedOrListened() {
		LockHandle held = heldElsewhere(this.two);
		CompletableFuture<LockHandle> waiting = onAnotherThread(
				() -> this.one.lock(this.key).waitTime(AMPLY).backOff(QUICK).acquire());
		await().until(() -> this.one.waiting().size() == 1);
		await().during(Duration.ofMillis(200)).until(() -> this.one.lock(this.key).inspect().waiters() == 0);
		held.close();
		assertThat(waiting).succeedsWithin(Duration.ofSeconds(20));
		waiting.join().close();
	}

	@Test
	void givesUpAfterSoManyAttemptsAndSaysSo() {
		LockHandle held = heldElsewhere(this.two);
		BackOff three = new BackOff(Duration.ofMillis(10), Duration.ofMillis(10), 1, 0, 3);
		assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> this.one.lock(this.key).waitTime(AMPLY).backOff(three).acquire())
			.withMessageContaining("in as many attempts as its 'max-attempts' allows (3)")
			.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(LockOutcome.EXHAUSTED))
			.satisfies((ex) -> assertThat(ex.getWaited()).isBetween(Duration.ofMillis(20), AMPLY));
		held.close();
	}

	@Test
	void givesUpAfterItsWaitTimeAndSaysSo() {
		LockHandle held = heldElsewhere(this.two);
		assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> this.one.lock(this.key).waitTime(Duration.ofMillis(100)).backOff(QUICK).acquire())
			.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(LockOutcome.TIMED_OUT));
		held.close();
	}

	@Test
	void whoDoesNotWaitIsNotRefusedByThePauseOfAnother() {
		LockHandle held = heldElsewhere(this.two);
		CompletableFuture<Boolean> pausing = onAnotherThread(() -> {
			Optional<LockHandle> granted = this.one.lock(this.key).backOff(SLOW).tryAcquire(Duration.ofSeconds(3));
			granted.ifPresent(LockHandle::close);
			return granted.isPresent();
		});
		await().until(() -> pausing.isDone() || waitingCalls(this.one, this.key) == 1);
		StallProofTime.pass(TO_BE_REFUSED);
		held.close();
		await().until(() -> this.one.lock(this.key).tryAcquire(), Optional::isPresent).orElseThrow().close();
		assertThat(pausing).succeedsWithin(AMPLY).isEqualTo(false);
	}

	@Test
	void aLockOfTheJdkKnowsNoNumberOfAttempts() throws InterruptedException {
		LockHandle held = heldElsewhere(this.two);
		BackOff once = new BackOff(Duration.ofMillis(10), Duration.ofMillis(10), 1, 0, 1);
		Lock lock = this.one.lock(this.key).backOff(once).asLock();
		assertThat(lock.tryLock(300, TimeUnit.MILLISECONDS)).isFalse();
		held.close();
		lock.lock();
		lock.unlock();
	}

	@Test
	void eachCallHasItsOwnAttemptsWhereverTheHolderIs() {
		for (DefaultLockClient holder : List.of(this.one, this.two)) {
			LockHandle held = heldElsewhere(holder);
			List<CompletableFuture<Object>> calls = IntStream.range(0, CALLERS)
				.mapToObj((number) -> onAnotherThread(
						() -> this.one.lock(this.key).waitTime(AMPLY).backOff(FOUR_TIMES).acquire()))
				.<CompletableFuture<Object>>map((call) -> call.handle((handle, thrown) -> thrown))
				.toList();
			StallProofTime.awaitWithin(ONE_AFTER_ANOTHER, () -> calls.stream().allMatch(CompletableFuture::isDone));
			assertThat(calls)
				.allSatisfy((call) -> assertThat(call.join()).isInstanceOfSatisfying(LockNotAcquiredException.class,
						(refused) -> assertThat(refused.getOutcome()).isEqualTo(LockOutcome.EXHAUSTED)));
			held.close();
		}
	}

	@Test
	void attemptsOfOthersAreNotItsOwn() {
		LockHandle held = heldElsewhere(this.two);
		BackOff three = new BackOff(Duration.ofMillis(500), Duration.ofMillis(500), 1, 0, 3);
		CompletableFuture<Duration> gaveUp = onAnotherThread(() -> {
			try {
				this.one.lock(this.key).waitTime(AMPLY).backOff(three).acquire();
				return Duration.ZERO;
			}
			catch (LockNotAcquiredException ex) {
				return ex.getWaited();
			}
		});
		while (!gaveUp.isDone()) {
			assertThat(this.one.lock(this.key).tryAcquire()).isEmpty();
		}
		assertThat(gaveUp.join()).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
		held.close();
	}

}
