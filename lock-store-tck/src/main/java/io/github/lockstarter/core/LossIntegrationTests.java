package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockState;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.testing.StallProofTime;
import io.github.lockstarter.testing.Undisturbed;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for what a holder is told when its lock is lost, and what becomes of its body.
 */
@EachStore
class LossIntegrationTests extends TwoClients {

	private static final Duration SHORT = Duration.ofSeconds(1);

	LossIntegrationTests(StoreUnderTest store) {
		super(store);
	}

	private LockSpec shortLease() {
		return this.one.lock(this.key).leaseTime(SHORT).autoRenew(false);
	}

	@Test
	void statesFollowTheOwnership() {
		LockHandle released = acquire(this.one);
		assertThat(released.state()).isEqualTo(LockState.HELD);
		released.close();
		assertThat(released.state()).isEqualTo(LockState.RELEASED);
		LockHandle lost = shortLease().acquire();
		await().until(lost::state, LockState.LOST::equals);
		lost.close();
		assertThat(lost.state()).isEqualTo(LockState.LOST);
	}

	@Test
	void callbacksRunOnceWhenTheLockIsLostAndMayBlock() {
		CompletableFuture<Void> unblocked = new CompletableFuture<>();
		AtomicInteger calls = new AtomicInteger();
		LockHandle blocking = shortLease().acquire().onLost(unblocked::join);
		String other = anotherKey();
		LockHandle counting = this.one.lock(List.of(other)).leaseTime(SHORT).autoRenew(false).acquire();
		counting.onLost(() -> {
			throw new IllegalArgumentException("a callback that fails");
		}).onLost(calls::incrementAndGet);
		await().untilAsserted(() -> assertThat(calls).hasValue(1));
		unblocked.complete(null);
		blocking.close();
		counting.close();
		counting.onLost(calls::incrementAndGet);
		await().untilAsserted(() -> assertThat(calls).hasValue(2));
	}

	@Test
	void callbacksDoNotRunWhenTheLockIsReleased() throws Exception {
		Undisturbed.attempt(() -> {
			AtomicInteger calls = new AtomicInteger();
			shortLease().acquire().onLost(calls::incrementAndGet).close();
			LockHandle outer = acquire(this.one);
			LockHandle inner = acquire(this.one).onLost(calls::incrementAndGet);
			inner.close();
			outer.close();
			await().during(SHORT.plus(SHORT)).untilAsserted(() -> assertThat(calls).hasValue(0));
		});
	}

	@Test
	void aLossIsAnEvent() {
		LockHandle held = shortLease().name("orders").acquire();
		await().untilAsserted(() -> assertThat(this.events).hasSize(1));
		assertThat(this.events.get(0)).satisfies((event) -> {
			assertThat(event.name()).isEqualTo("orders");
			assertThat(event.key()).isEqualTo(this.key);
			assertThat(event.fencingToken()).isEqualTo(held.fencingToken());
			assertThat(event.held()).isPositive().isLessThan(AMPLY);
			assertThat(event.reason()).contains("its lease of 1000 ms ended").contains("renewal is off");
		});
		held.close();
		assertThat(this.events).hasSize(1);
	}

	@Test
	void aLossIsReportedAndTheBodyRunsOnByDefault() {
		String result = shortLease().call(() -> {
			await().until(LockContext.current()::isLost);
			return "done";
		});
		assertThat(result).isEqualTo("done");
	}

	@Test
	void aLossFailsTheCallAtItsEndIfThePolicySaysSo() {
		AtomicInteger ends = new AtomicInteger();
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> shortLease().onLoss(LossPolicy.FAIL).run(() -> {
				await().until(LockContext.current()::isLost);
				ends.incrementAndGet();
			}))
			.satisfies((ex) -> assertThat(ex.getLock()).isEqualTo(this.key));
		assertThat(ends).hasValue(1);
	}

	@Test
	void theBodysOwnExceptionPassesThroughWithTheLossBeside() {
		assertThatIllegalArgumentException().isThrownBy(() -> shortLease().onLoss(LossPolicy.FAIL).run(() -> {
			await().until(LockContext.current()::isLost);
			throw new IllegalArgumentException("own");
		}))
			.withMessage("own")
			.satisfies((ex) -> assertThat(ex.getSuppressed()).hasOnlyElementsOfType(LockLostException.class));
	}

	@Test
	void aLossInterruptsTheBodyOnlyWhileItRuns() throws Exception {
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> shortLease().onLoss(LossPolicy.INTERRUPT).run(() -> new CompletableFuture<>().get()))
			.withCauseInstanceOf(InterruptedException.class);
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
		Undisturbed.attempt(() -> {
			try (LockHandle held = shortLease().onLoss(LossPolicy.INTERRUPT).acquire()) {
				held.run(() -> assertThat(LockContext.current()).isSameAs(held));
				await().until(held::isLost);
				await().during(SHORT).until(() -> !Thread.currentThread().isInterrupted());
			}
		});
	}

	@Test
	void aBodyThatSwallowsItsInterruptFailsAtItsEnd() {
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> shortLease().onLoss(LossPolicy.INTERRUPT).run(() -> {
				while (!Thread.currentThread().isInterrupted()) {
					Thread.onSpinWait();
				}
			}));
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@Test
	void aBodyIsNotRunOnALostHandle() {
		LockHandle held = shortLease().acquire();
		await().until(held::isLost);
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> held.run(() -> this.events.clear()))
			.withMessageContaining("was lost: its lease of 1000 ms ended, and renewal is off; treat");
		held.close();
		assertThatIllegalStateException().isThrownBy(() -> held.run(() -> this.events.clear()))
			.withMessageContaining("was closed");
	}

	@Test
	void aLockIsNotHeldBeyondItsMaximumHoldTime() throws Exception {
		Undisturbed.attempt(() -> {
			this.events.clear();
			long askedAt = System.nanoTime();
			try (LockHandle held = this.one.lock(this.key)
				.leaseTime(Duration.ofSeconds(2))
				.maxHold(Duration.ofSeconds(3))
				.name("capped")
				.acquire()) {
				Duration asked = Duration.ofNanos(System.nanoTime() - askedAt);
				StallProofTime.pass(Duration.ofMillis(2200));
				assertThat(held.isValid()).isTrue();
				acquire(this.two).close();
				assertThat(held.isLost()).isTrue();
				await().untilAsserted(() -> assertThat(this.events).hasSize(1));
				assertThat(this.events.get(0).reason()).isEqualTo("its maximum hold time of 3000 ms ended");
				assertThat(this.events.get(0).held()).isBetween(Duration.ofMillis(2900).minus(asked),
						Duration.ofSeconds(5));
			}
		});
	}

	@Test
	void aLeaseIsNotLongerThanTheMaximumHoldTimeAndExtendingItDoesNotHelp() {
		LockHandle held = this.one.lock(this.key).maxHold(SHORT).acquire();
		assertThat(held.remaining()).isLessThan(SHORT);
		held.extend(Duration.ofSeconds(30));
		assertThat(held.remaining()).isLessThan(SHORT);
		await().until(held::isLost);
		held.close();
	}

}
