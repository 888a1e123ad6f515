package io.github.lockstarter.integration;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.testing.StallProofTime;
import org.junit.jupiter.api.Test;

import org.springframework.integration.support.locks.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for locks of Spring Integration whose lease is renewed on request.
 */
class LockRenewalTests extends TwoRegistries {

	private final DistributedLockRegistry notRenewed = registry("not-renewed");

	@Test
	void letsALockLastForTheGivenTime() {
		this.notRenewed.obtain("a").lock();
		this.notRenewed.renewLock("a", AMPLY);
		assertThat(remaining()).isGreaterThan(AMPLY.dividedBy(2));
		this.notRenewed.obtain("a").unlock();
	}

	@Test
	void letsALockLastForItsLeaseTime() {
		this.registry.obtain("a").lock(BRIEFLY);
		this.registry.renewLock("a");
		assertThat(remaining()).isGreaterThan(Duration.ofSeconds(5));
		this.registry.obtain("a").unlock();
	}

	private Duration remaining() {
		return this.client.held().get(0).remaining();
	}

	@Test
	void renewsHoweverTheThreadHasLocked() throws InterruptedException {
		DistributedLock lock = this.registry.obtain("a");
		lock.lock();
		lock.lock(AMPLY);
		lock.lockInterruptibly();
		assertThat(lock.tryLock()).isTrue();
		assertThat(lock.tryLock(1, TimeUnit.SECONDS)).isTrue();
		assertThat(lock.tryLock(Duration.ZERO, AMPLY)).isTrue();
		for (int entered = 6; entered > 0; entered--) {
			this.registry.renewLock("a");
			lock.unlock();
		}
		assertNotHeld();
	}

	@Test
	void leavesALockHowOftenItsThreadHasEnteredIt() {
		DistributedLock lock = this.registry.obtain("a");
		lock.lock();
		lock.lock();
		lock.unlock();
		this.registry.renewLock("a");
		lock.unlock();
		assertThat(this.other.lock("a").inspect().held()).isFalse();
		assertNotHeld();
	}

	@Test
	void refusesAThreadThatDoesNotHoldTheLock() {
		assertNotHeld();
		DistributedLock lock = this.registry.obtain("a");
		lock.lock();
		assertThat(onAnotherThread(() -> {
			this.registry.renewLock("a");
			return null;
		})).failsWithin(AMPLY).withThrowableThat().withCauseInstanceOf(IllegalMonitorStateException.class);
		lock.unlock();
		assertNotHeld();
	}

	private void assertNotHeld() {
		assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(() -> this.registry.renewLock("a"))
			.withMessage("Lock 'a' is not held by thread '" + Thread.currentThread().getName()
					+ "'; renew it on the thread that has locked it.");
	}

	@Test
	void renewsALockThatItsThreadTookByOtherMeans() {
		this.client.lock("a").leaseTime(BRIEFLY).run(() -> {
			this.registry.renewLock("a", AMPLY);
			assertThat(remaining()).isGreaterThan(AMPLY.dividedBy(2));
		});
		assertNotHeld();
	}

	@Test
	void takesNoLockThatWasLeftByOtherMeans() {
		this.registry.obtain("a").lock();
		this.client.lock("a").asLock().unlock();
		this.elsewhere.obtain("a").lock();
		assertNotHeld();
		this.elsewhere.obtain("a").unlock();
	}

	@Test
	void refusesATimeOnWhichNoRenewalCouldRely() {
		this.registry.obtain("a").lock();
		assertThatIllegalArgumentException().isThrownBy(() -> this.registry.renewLock("a", Duration.ofMillis(99)))
			.withMessageStartingWith("The lease to extend to is '99ms', but it has to be from 100ms");
		this.registry.obtain("a").unlock();
	}

	@Test
	void doesNotBringALostLockBack() {
		this.notRenewed.obtain("a").lock();
		StallProofTime.leap(BRIEFLY);
		assertThat(this.other.lock("a").inspect().held()).isFalse();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> this.notRenewed.renewLock("a"));
		assertThatExceptionOfType(LockLostException.class).isThrownBy(this.notRenewed.obtain("a")::unlock);
	}

}
