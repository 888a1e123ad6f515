package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.testing.StallProofTime;
import io.github.lockstarter.testing.Undisturbed;
import org.junit.jupiter.api.Test;

import static io.github.lockstarter.core.Exclusion.assertExcluded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for leases, their renewal and loss, and for locks of several keys.
 */
@EachStore
class OwnershipIntegrationTests extends TwoClients {

	private static final Duration SHORT = Duration.ofMillis(400);

	OwnershipIntegrationTests(StoreUnderTest store) {
		super(store);
	}

	@Test
	void aMethodLongerThanItsLeaseKeepsTheLock() throws Exception {
		Duration lease = Duration.ofMillis(1500);
		Undisturbed.attempt(() -> {
			try (LockHandle held = this.one.lock(this.key).leaseTime(lease).acquire()) {
				StallProofTime.pass(lease.multipliedBy(2));
				assertHeldForTheOther();
				assertThat(held.isValid()).isTrue();
			}
		});
	}

	private void assertHeldForTheOther() {
		Optional<LockHandle> intruder = this.two.lock(this.key).tryAcquire();
		intruder.ifPresent(LockHandle::close);
		assertThat(intruder).isEmpty();
	}

	@Test
	void withoutRenewalTheLeaseEndsAndTheHolderKnowsBeforeTheNextOneHoldsIt() {
		LockHandle held = this.one.lock(this.key).leaseTime(SHORT).autoRenew(false).acquire();
		LockHandle next = acquire(this.two);
		assertThat(held.isLost()).isTrue();
		assertThat(held.isValid()).isFalse();
		assertThat(held.remaining()).isZero();
		assertThat(next.fencingToken()).isGreaterThan(held.fencingToken());
		held.close();
		assertThat(next.isValid()).isTrue();
		assertExcluded(next, this.one.lock(this.key)::tryAcquire);
		next.close();
	}

	@Test
	void aLostHandleStopsNobodyInItsOwnJvm() {
		LockHandle held = this.one.lock(this.key).leaseTime(SHORT).autoRenew(false).acquire().detach();
		LockHandle next = acquire(this.one);
		assertThat(held.isLost()).isTrue();
		held.close();
		assertThat(next.isValid()).isTrue();
		next.close();
	}

	@Test
	void extendLengthensTheLease() {
		LockHandle held = this.one.lock(this.key).leaseTime(Duration.ofSeconds(10)).autoRenew(false).acquire();
		held.extend(Duration.ofSeconds(30));
		assertThat(held.remaining()).isGreaterThan(Duration.ofSeconds(20));
		held.extend(Duration.ofSeconds(1));
		assertThat(held.remaining()).isGreaterThan(Duration.ofSeconds(20));
		held.close();
		assertThatIllegalStateException().isThrownBy(() -> held.extend(Duration.ofSeconds(1)))
			.withMessageContaining("closed");
	}

	@Test
	void aLostLockCannotBeExtended() {
		LockHandle held = this.one.lock(this.key).leaseTime(BRIEFLY).autoRenew(false).acquire();
		await().until(held::isLost);
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> held.extend(Duration.ofSeconds(1)));
		held.close();
	}

	@Test
	void severalKeysAreTakenInOrderAndWithoutDuplicates() {
		String other = anotherKey();
		LockHandle held = this.one.lock(List.of(this.key, other, this.key)).acquire();
		assertThat(held.keys()).containsExactly(other, this.key);
		assertThat(held.fencingToken(this.key)).isPositive();
		assertThatIllegalStateException().isThrownBy(held::fencingToken).withMessageContaining("fencingToken(key)");
		assertThatIllegalArgumentException().isThrownBy(() -> held.fencingToken("stranger"));
		assertExcluded(held, this.two.lock(this.key)::tryAcquire);
		assertExcluded(held, this.two.lock(other)::tryAcquire);
		held.close();
	}

	@Test
	void severalKeysAreTakenAllOrNone() throws Exception {
		String other = anotherKey();
		LockHandle blocking = acquire(this.one);
		Undisturbed.attempt(() -> assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> this.two.lock(List.of(this.key, other)).waitTime(BRIEFLY).acquire())
			.satisfies((ex) -> assertThat(ex.getWaited()).isBetween(BRIEFLY, BRIEFLY.plusSeconds(1))));
		Optional<LockHandle> free = this.one.lock(other).tryAcquire(AMPLY);
		assertThat(free).isPresent();
		free.get().close();
		blocking.close();
	}

}
