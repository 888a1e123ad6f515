package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

import io.github.lockstarter.BackOff;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOutcome;
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
		assertThat(waiting).succeedsWithin(Duration.ofSeconds(2));
		waiting.join().close();
	}

	@Test
	void givesUpAfterSoManyAttemptsAndSaysSo() {
		LockHandle held = heldElsewhere(this.two);
		BackOff three = new BackOff(Duration.ofMillis(10), Duration.ofMillis(10), 1, 0, 3);
		assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> this.one.lock(this.key).waitTime(AMPLY).backOff(three).acquire())
			.withMessageContaining("in the 3 attempts that its 'max-attempts' allows")
			.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(LockOutcome.EXHAUSTED))
			.satisfies((ex) -> assertThat(ex.getWaited()).isBetween(Duration.ofMillis(20), Duration.ofSeconds(5)));
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
	void thePauseOfOneThatHasGoneHoldsUpNobody() {
		LockHandle held = heldElsewhere(this.two);
		BackOff slow = new BackOff(Duration.ofSeconds(15), Duration.ofSeconds(15), 1, 0, Integer.MAX_VALUE);
		assertThat(this.one.lock(this.key).backOff(slow).tryAcquire(Duration.ofMillis(300))).isEmpty();
		CompletableFuture<Optional<LockHandle>> first = onAnotherThread(
				() -> this.one.lock(this.key).backOff(slow).tryAcquire(Duration.ofMillis(600)));
		await().until(() -> this.one.waiting().size() == 1);
		CompletableFuture<LockHandle> second = onAnotherThread(
				() -> this.one.lock(this.key).waitTime(AMPLY).backOff(slow).acquire());
		await().until(() -> this.one.waiting().size() == 2);
		held.close();
		assertThat(first.join()).isEmpty();
		assertThat(second).succeedsWithin(Duration.ofSeconds(5));
		second.join().close();
	}

	@Test
	void whoDoesNotWaitIsNotRefusedByThePauseOfAnother() {
		LockHandle held = heldElsewhere(this.two);
		BackOff slow = new BackOff(Duration.ofSeconds(15), Duration.ofSeconds(15), 1, 0, Integer.MAX_VALUE);
		CompletableFuture<LockHandle> waiting = onAnotherThread(
				() -> this.one.lock(this.key).waitTime(AMPLY).backOff(slow).acquire());
		await().until(
				() -> this.one.engine().gates().waiters(this.key).stream().anyMatch((waiter) -> waiter.attempts() > 0));
		held.close();
		assertThat(this.one.lock(this.key).tryAcquire()).isEmpty();
		assertThat(waiting).succeedsWithin(Duration.ofSeconds(5));
		waiting.join().close();
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
	void oneThreadOfAJvmAsksForAllThatWait() {
		LockHandle held = heldElsewhere(this.two);
		CompletableFuture<?>[] waiting = new CompletableFuture<?>[8];
		for (int i = 0; i < waiting.length; i++) {
			waiting[i] = onAnotherThread(() -> this.one.lock(this.key).waitTime(AMPLY).backOff(QUICK).acquire())
				.thenAccept(LockHandle::close);
		}
		await().until(() -> this.one.waiting().size() == waiting.length);
		await().until(
				() -> this.one.engine().gates().waiters(this.key).stream().anyMatch((waiter) -> waiter.attempts() > 2));
		assertThat(this.one.engine().gates().waiters(this.key).stream().filter((waiter) -> waiter.attempts() > 0))
			.hasSize(1);
		held.close();
		CompletableFuture.allOf(waiting).join();
	}

}
