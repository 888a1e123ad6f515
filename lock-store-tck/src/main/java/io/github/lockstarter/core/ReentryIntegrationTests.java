package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Optional;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import org.junit.jupiter.api.Test;

import static io.github.lockstarter.core.Exclusion.assertExcluded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for entering a lock again that the thread holds.
 */
@EachStore
class ReentryIntegrationTests extends TwoClients {

	ReentryIntegrationTests(StoreUnderTest store) {
		super(store);
	}

	@Test
	void theThreadThatHoldsTheLockEntersAgainWithTheSameToken() {
		try (LockHandle outer = acquire(this.one)) {
			try (LockHandle inner = this.one.lock(this.key).tryAcquire().orElseThrow()) {
				assertThat(inner.fencingToken()).isEqualTo(outer.fencingToken());
			}
			assertThat(outer.isValid()).isTrue();
			assertExcluded(outer, this.two.lock(this.key)::tryAcquire);
		}
		this.two.lock(this.key).tryAcquire().orElseThrow().close();
	}

	@Test
	void aReentrantLockLetsNoSecondThreadIn() {
		try (LockHandle outer = acquire(this.one); LockHandle inner = acquire(this.one)) {
			assertExcluded(outer, () -> onAnotherThread(() -> this.one.lock(this.key).tryAcquire()).join());
			assertExcluded(inner, () -> onAnotherThread(() -> this.one.lock(this.key).tryAcquire(BRIEFLY)).join());
		}
	}

	@Test
	void nestedCallsLeaveProperlyAlsoWhenTheInnerOneThrows() {
		this.one.lock(this.key).run(() -> {
			assertThatIllegalStateException().isThrownBy(() -> this.one.lock(this.key).run(() -> {
				throw new IllegalStateException("inner");
			})).withMessage("inner");
			assertThat(this.two.lock(this.key).tryAcquire()).isEmpty();
		});
		this.two.lock(this.key).tryAcquire().orElseThrow().close();
	}

	@Test
	void closingTwiceLeavesOnce() {
		LockHandle outer = acquire(this.one);
		LockHandle inner = acquire(this.one);
		inner.close();
		inner.close();
		assertExcluded(outer, this.two.lock(this.key)::tryAcquire);
		outer.close();
		this.two.lock(this.key).tryAcquire().orElseThrow().close();
	}

	@Test
	void aHandleCanBeClosedByAnotherThread() {
		LockHandle held = acquire(this.one);
		onAnotherThread(() -> {
			held.close();
			return null;
		}).join();
		Optional<LockHandle> again = onAnotherThread(() -> this.one.lock(this.key).tryAcquire()).join();
		assertThat(again).isPresent();
		assertExcluded(again.get(), this.one.lock(this.key)::tryAcquire);
		again.get().close();
	}

	@Test
	void aDetachedHandleIsNotEnteredAgain() {
		LockHandle held = acquire(this.one).detach();
		assertExcluded(held, this.one.lock(this.key)::tryAcquire);
		assertThat(held.isValid()).isTrue();
		held.close();
	}

	@Test
	void aLongerInnerLeaseExtendsTheLeaseAndAShorterOneDoesNot() {
		try (LockHandle outer = this.one.lock(this.key).leaseTime(Duration.ofSeconds(20)).acquire()) {
			try (LockHandle shorter = this.one.lock(this.key).leaseTime(Duration.ofSeconds(1)).acquire()) {
				assertThat(shorter.remaining()).isGreaterThan(Duration.ofSeconds(10));
			}
			try (LockHandle longer = this.one.lock(this.key).leaseTime(Duration.ofSeconds(120)).acquire()) {
				assertThat(outer.remaining()).isGreaterThan(Duration.ofSeconds(60));
			}
			assertThat(outer.remaining()).isGreaterThan(Duration.ofSeconds(60));
		}
	}

	@Test
	void enteringALockAgainThatWasLostIsRefused() {
		LockHandle held = this.one.lock(this.key).leaseTime(BRIEFLY).autoRenew(false).acquire();
		await().until(held::isLost);
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> acquire(this.one))
			.satisfies((ex) -> assertThat(ex.getFencingToken()).isEqualTo(held.fencingToken()));
		held.close();
		acquire(this.one).close();
	}

}
