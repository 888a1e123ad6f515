package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.testing.StoredRecord;
import io.github.lockstarter.testing.Undisturbed;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import static io.github.lockstarter.core.Exclusion.assertExcluded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * The defects of hand-written Redis locks, one test each. Killed holders are in
 * {@code KilledHolderIntegrationTests}, busy polling in
 * {@link RedisBehaviourIntegrationTests}.
 */
class NaiveLockDefectsIntegrationTests extends OwnRedis {

	private static final Duration SHORT = Duration.ofMillis(200);

	private final DefaultLockClient one = lockClient();

	private final DefaultLockClient two = lockClient();

	private List<Object> ownership() {
		StoredRecord record = StoredRecord.of(admin(), "lock:" + this.key);
		return List.of(record.owner(), record.token(), record.owners());
	}

	@Test
	void aForeignReleaseFreesNothing() {
		LockHandle held = this.one.lock(this.key).acquire();
		assertThatExceptionOfType(IllegalMonitorStateException.class)
			.isThrownBy(() -> this.two.lock(this.key).asLock().unlock());
		try (LockSession stranger = stranger()) {
			assertThat(stranger.release(this.key, 1)).succeedsWithin(AMPLY);
		}
		assertExcluded(held, this.two.lock(this.key)::tryAcquire);
		assertThat(held.isValid()).isTrue();
		held.close();
	}

	@Test
	void aReleaseAfterExpiryDoesNotFreeTheLockOfTheNextOwner() {
		LockHandle late = this.one.lock(this.key).leaseTime(SHORT).autoRenew(false).acquire();
		LockHandle next = this.two.lock(this.key).waitTime(AMPLY).acquire();
		late.close();
		assertExcluded(next, this.one.lock(this.key)::tryAcquire);
		assertThat(next.isValid()).isTrue();
		next.close();
	}

	@RepeatedTest(20)
	void aReleaseThatRacesWithExpiryDoesNotFreeTheLockOfTheNextOwner() throws Exception {
		LockHandle late = this.one.lock(this.key).leaseTime(Duration.ofMillis(100)).autoRenew(false).acquire().detach();
		await().pollInterval(Duration.ofMillis(1)).until(() -> late.remaining().toMillis() < 3);
		CyclicBarrier together = new CyclicBarrier(2);
		CompletableFuture<LockHandle> next = onAnotherThread(() -> {
			together.await(30, TimeUnit.SECONDS);
			return this.two.lock(this.key).waitTime(AMPLY).acquire();
		});
		together.await(30, TimeUnit.SECONDS);
		late.close();
		assertThat(next).succeedsWithin(Duration.ofSeconds(20));
		assertExcluded(next.join(), this.one.lock(this.key)::tryAcquire);
		next.join().close();
		assertThat(next.join().isLost()).isFalse();
	}

	@Test
	void aMethodLongerThanItsLeaseKeepsTheLock() throws Exception {
		Duration lease = Duration.ofMillis(1500);
		Undisturbed.attempt(() -> {
			try (LockHandle held = this.one.lock(this.key).leaseTime(lease).acquire()) {
				assertExcluded(held, () -> this.two.lock(this.key).tryAcquire(lease.multipliedBy(2)));
				assertThat(held.isValid()).isTrue();
			}
		});
	}

	@Test
	void aFailedAttemptDoesNotOverwriteTheMarkOfTheOwner() {
		LockHandle held = this.one.lock(this.key).acquire();
		List<Object> before = ownership();
		assertExcluded(held, this.two.lock(this.key)::tryAcquire);
		assertExcluded(held, () -> this.two.lock(this.key).tryAcquire(SHORT));
		assertThat(ownership()).isEqualTo(before);
		held.close();
		assertThat(held.isLost()).isFalse();
	}

	@Test
	void aReentrantLockLetsNoSecondThreadIn() {
		try (LockHandle outer = this.one.lock(this.key).acquire()) {
			try (LockHandle inner = this.one.lock(this.key).acquire()) {
				assertExcluded(inner, () -> onAnotherThread(() -> this.one.lock(this.key).tryAcquire()).join());
				assertExcluded(inner, this.two.lock(this.key)::tryAcquire);
			}
			assertExcluded(outer, () -> onAnotherThread(() -> this.one.lock(this.key).tryAcquire()).join());
		}
	}

}
