package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for threads that are to be interrupted for several losses: of bodies within
 * bodies, and of one body's keys.
 */
class NestedInterruptsTests {

	@Test
	void theEndOfTheInnerBodyDoesNotTakeTheInterruptOfTheOuterAway() {
		try (DefaultLockClient client = Clients.stallProofClient(StallProofMemory.newStore(), "one")) {
			assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> brief(client, "outer").run(() -> {
				CountDownLatch interrupts = new CountDownLatch(2);
				LockContext.current().onLost(interrupts::countDown);
				assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> brief(client, "inner").run(() -> {
					LockContext.current().onLost(interrupts::countDown);
					while (interrupts.getCount() > 0) {
						Thread.onSpinWait();
					}
				}));
				assertThat(Thread.currentThread().isInterrupted()).isTrue();
			})).satisfies((ex) -> assertThat(ex.getLock()).isEqualTo("outer"));
			assertThat(Thread.currentThread().isInterrupted()).isFalse();
		}
	}

	@Test
	void theInterruptsOfTheInnerBodyAndThenOfTheOuterEndWithTheOuter() {
		try (DefaultLockClient client = Clients.stallProofClient(StallProofMemory.newStore(), "one")) {
			assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> interrupted(client, "outer").run(() -> {
				assertThatExceptionOfType(LockLostException.class)
					.isThrownBy(() -> interrupted(client, "inner").run(() -> {
						lose(client, "inner");
						lose(client, "outer");
					}))
					.satisfies((ex) -> assertThat(ex.getLock()).isEqualTo("inner"));
				assertThat(Thread.currentThread().isInterrupted()).isTrue();
				throw new InterruptedException("as of a call that blocks");
			})).satisfies((ex) -> assertThat(ex.getLock()).isEqualTo("outer"));
			assertThat(Thread.interrupted()).isFalse();
		}
	}

	@Test
	void anInterruptFromElsewhereOutlivesTheBodies() {
		try (DefaultLockClient client = Clients.stallProofClient(StallProofMemory.newStore(), "one")) {
			assertThatExceptionOfType(LockLostException.class).isThrownBy(
					() -> interrupted(client, "outer").run(() -> assertThatExceptionOfType(LockLostException.class)
						.isThrownBy(() -> interrupted(client, "inner").run(() -> {
							Thread.currentThread().interrupt();
							lose(client, "inner");
							lose(client, "outer");
						}))));
			assertThat(Thread.interrupted()).isTrue();
		}
	}

	@Test
	void theLossesOfSeveralKeysAreOneInterrupt() {
		try (DefaultLockClient client = Clients.stallProofClient(StallProofMemory.newStore(), "one")) {
			assertThatExceptionOfType(LockLostException.class)
				.isThrownBy(() -> client.lock(List.of("a", "b")).onLoss(LossPolicy.INTERRUPT).run(() -> {
					lose(client, "a");
					lose(client, "b");
				}));
			assertThat(Thread.interrupted()).isFalse();
		}
	}

	@Test
	void aBodyThatIsInterruptedForSeveralKeysFailsByTheLoss() {
		try (DefaultLockClient client = Clients.stallProofClient(StallProofMemory.newStore(), "one")) {
			assertThatExceptionOfType(LockLostException.class)
				.isThrownBy(() -> client.lock(List.of("a", "b")).onLoss(LossPolicy.INTERRUPT).run(() -> {
					lose(client, "a");
					lose(client, "b");
					throw new InterruptedException("as of a call that blocks");
				}))
				.withCauseInstanceOf(InterruptedException.class);
			assertThat(Thread.interrupted()).isFalse();
		}
	}

	private static LockSpec interrupted(DefaultLockClient client, String key) {
		return client.lock(key).onLoss(LossPolicy.INTERRUPT);
	}

	/** Waits for it without noticing an interrupt. */
	private static void lose(DefaultLockClient client, String key) {
		CompletableFuture<Boolean> released = CompletableFuture.supplyAsync(() -> client.forceRelease(key));
		while (!released.isDone()) {
			Thread.onSpinWait();
		}
		assertThat(released).isCompletedWithValue(true);
	}

	private static LockSpec brief(DefaultLockClient client, String key) {
		return client.lock(key).leaseTime(Duration.ofMillis(300)).autoRenew(false).onLoss(LossPolicy.INTERRUPT);
	}

}
