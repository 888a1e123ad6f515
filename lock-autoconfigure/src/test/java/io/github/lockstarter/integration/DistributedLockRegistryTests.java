package io.github.lockstarter.integration;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.github.lockstarter.LockAdmin.HeldLock;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.testing.StallProofTime;
import org.junit.jupiter.api.Test;

import org.springframework.integration.support.locks.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

class DistributedLockRegistryTests extends TwoRegistries {

	@Test
	void excludesOtherThreadsAndOtherRegistries() throws InterruptedException {
		DistributedLock lock = this.registry.obtain("a");
		lock.lockInterruptibly();
		assertThat(onAnotherThread(lock::tryLock).join()).isFalse();
		assertThat(onAnotherThread(() -> lock.tryLock(50, TimeUnit.MILLISECONDS)).join()).isFalse();
		assertThat(this.elsewhere.obtain("a").tryLock()).isFalse();
		assertThat(this.elsewhere.obtain("b").tryLock()).isTrue();
		this.elsewhere.obtain("b").unlock();
		lock.unlock();
		assertThat(this.elsewhere.obtain("a").tryLock()).isTrue();
		this.elsewhere.obtain("a").unlock();
	}

	@Test
	void allViewsOfAKeyAreOneLockWhichItsThreadEntersAgain() {
		this.registry.obtain("a").lock();
		this.registry.obtain("a").lock(Duration.ofSeconds(1));
		this.client.lock("a").run(() -> assertThat(this.registry.obtain("a").tryLock()).isTrue());
		this.registry.obtain("a").unlock();
		this.registry.obtain("a").unlock();
		assertThat(this.elsewhere.obtain("a").tryLock()).isFalse();
		this.client.lock("a").asLock().unlock();
		assertThat(this.other.lock("a").inspect().held()).isFalse();
	}

	@Test
	void viewsOfAKeyAreEqualWithinTheirRegistry() {
		assertThat(this.registry.obtain("a")).isEqualTo(this.registry.obtain("a"))
			.hasSameHashCodeAs(this.registry.obtain("a"))
			.isNotEqualTo(this.registry.obtain("b"))
			.isNotEqualTo(this.elsewhere.obtain("a"))
			.hasToString("Lock[a]");
	}

	@Test
	void onlyTheThreadThatHasLockedUnlocks() {
		DistributedLock lock = this.registry.obtain("a");
		lock.lock();
		assertThat(onAnotherThread(() -> {
			lock.unlock();
			return null;
		})).failsWithin(AMPLY).withThrowableThat().withCauseInstanceOf(IllegalMonitorStateException.class);
		lock.unlock();
		assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(lock::unlock);
	}

	@Test
	void aTimeToLiveIsTheLeaseTime() throws InterruptedException {
		DistributedLock lock = this.registry.obtain("a");
		lock.lock();
		assertLease(Duration.ofSeconds(7));
		lock.unlock();
		lock.lock(Duration.ofSeconds(3));
		assertLease(Duration.ofSeconds(3));
		lock.unlock();
		assertThat(lock.tryLock(Duration.ZERO, Duration.ofSeconds(4))).isTrue();
		assertLease(Duration.ofSeconds(4));
		lock.unlock();
	}

	private void assertLease(Duration lease) {
		HeldLock held = this.client.held().get(0);
		assertThat(held.lease()).isEqualTo(lease);
		assertThat(held.name()).isEqualTo("files");
	}

	@Test
	void theSettingsOfTheNameBeatATimeToLive() {
		DistributedLock lock = registry("not-renewed").obtain("a");
		lock.lock(AMPLY);
		assertThat(this.client.held()).singleElement().satisfies((held) -> assertThat(held.lease()).isEqualTo(BRIEFLY));
		lock.unlock();
	}

	@Test
	void aTimeToLiveDoesNotEndTheLockOfWhoeverLives() throws InterruptedException {
		DistributedLock lock = this.registry.obtain("a");
		lock.lock(BRIEFLY);
		assertThat(this.elsewhere.obtain("a").tryLock(2 * BRIEFLY.toMillis(), TimeUnit.MILLISECONDS)).isFalse();
		lock.unlock();
	}

	@Test
	void aTimeToLiveOnWhichNoRenewalCouldRelyIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.registry.obtain("a").lock(Duration.ofMillis(99)))
			.withMessageStartingWith("The option 'leaseTime' is '99ms', but it has to be from 100ms");
	}

	@Test
	void waitsForTheGivenTimeHoweverLongOrShort() throws InterruptedException {
		DistributedLock lock = this.registry.obtain("a");
		lock.lock();
		DistributedLock awaited = this.elsewhere.obtain("a");
		assertThat(awaited.tryLock(A_MOMENT, AMPLY)).isFalse();
		assertThat(awaited.tryLock(Duration.ofSeconds(Long.MIN_VALUE), AMPLY)).isFalse();
		CompletableFuture<Boolean> waiting = onAnotherThread(
				() -> awaited.tryLock(Duration.ofSeconds(Long.MAX_VALUE), AMPLY));
		await().until(() -> !this.other.waiting().isEmpty());
		lock.unlock();
		assertThat(waiting).succeedsWithin(AMPLY).isEqualTo(true);
		this.other.forceRelease("a");
		await().until(() -> this.other.held().isEmpty());
	}

	@Test
	void waitingIsInterruptible() {
		this.registry.obtain("a").lock();
		CompletableFuture<Thread> started = new CompletableFuture<>();
		CompletableFuture<Boolean> waiting = onAnotherThread(() -> {
			started.complete(Thread.currentThread());
			return this.elsewhere.obtain("a").tryLock(AMPLY, AMPLY);
		});
		await().until(() -> !this.other.waiting().isEmpty());
		started.join().interrupt();
		assertThat(waiting).failsWithin(AMPLY).withThrowableThat().withCauseInstanceOf(InterruptedException.class);
		this.registry.obtain("a").unlock();
	}

	@Test
	void runsUnderALock() throws InterruptedException, TimeoutException {
		this.registry.executeLocked("a",
				() -> assertThatExceptionOfType(TimeoutException.class)
					.isThrownBy(() -> this.elsewhere.executeLocked("a", A_MOMENT, () -> "never"))
					.withMessageContaining("[a]"));
		assertThat(this.elsewhere.<String, RuntimeException>executeLocked("a", BRIEFLY, () -> "ran")).isEqualTo("ran");
	}

	@Test
	void whoeverLostItsLockIsToldSoUntilItUnlocks() {
		DistributedLock lock = registry("not-renewed").obtain("a");
		lock.lock();
		StallProofTime.leap(BRIEFLY);
		assertThat(this.other.lock("a").inspect().held()).isFalse();
		assertThat(this.elsewhere.obtain("a").tryLock()).isTrue();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(lock::tryLock);
		assertThatExceptionOfType(LockLostException.class).isThrownBy(lock::unlock);
		assertThat(lock.tryLock()).isFalse();
		this.elsewhere.obtain("a").unlock();
	}

	@Test
	void hasNothingToExpire() {
		DistributedLock lock = this.registry.obtain("a");
		this.registry.expireUnusedOlderThan(-1);
		lock.lock();
		this.registry.expireUnusedOlderThan(0);
		assertThat(this.elsewhere.obtain("a").tryLock()).isFalse();
		lock.unlock();
	}

}
