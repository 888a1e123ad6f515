package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockState;
import io.github.lockstarter.testing.StallProofTime;
import io.github.lockstarter.testing.Undisturbed;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for locks that are kept for longer than they are held.
 */
@EachStore
class MinHoldIntegrationTests extends TwoClients {

	private static final Duration LEAST = Duration.ofMillis(1500);

	MinHoldIntegrationTests(StoreUnderTest store) {
		super(store);
	}

	@Test
	void nobodyGetsALockThatWasGivenBackEarlyNotEvenItsHolder() throws Exception {
		Undisturbed.attempt(() -> {
			long before = System.nanoTime();
			LockHandle held = this.one.lock(this.key).minHold(LEAST).acquire();
			held.close();
			assertThat(held.state()).isEqualTo(LockState.RELEASED);
			assertRefused(this.one);
			assertRefused(this.two);
			try (LockHandle next = acquire(this.two)) {
				assertThat(Duration.ofNanos(System.nanoTime() - before)).isBetween(LEAST, LEAST.plusSeconds(3));
				assertThat(next.fencingToken()).isGreaterThan(held.fencingToken());
			}
		});
	}

	@Test
	void isKeptAlsoIfTheLastToLeaveIsACallThatDidNotGetAllItsKeys() throws Exception {
		Undisturbed.attempt(() -> {
			String missing = this.key + "-missing";
			LockHandle elsewhere = this.two.lock(missing).acquire();
			LockHandle held = this.one.lock(this.key).minHold(LEAST).acquire();
			CompletableFuture<Void> closing = onAnotherThread(() -> {
				await().until(() -> !this.one.waiting().isEmpty());
				held.close();
				return null;
			});
			assertThat(this.one.lock(List.of(this.key, missing)).tryAcquire(Duration.ofMillis(300))).isEmpty();
			closing.join();
			assertRefused(this.two);
			elsewhere.close();
		});
	}

	private void assertRefused(DefaultLockClient client) {
		Optional<LockHandle> granted = client.lock(this.key).tryAcquire();
		granted.ifPresent(LockHandle::close);
		assertThat(granted).isEmpty();
	}

	@Test
	void whoWaitsInThisJvmGetsItOnlyThen() {
		long before = System.nanoTime();
		LockHandle held = this.one.lock(this.key).minHold(LEAST).acquire().detach();
		CompletableFuture<LockHandle> waiting = onAnotherThread(() -> acquire(this.one));
		await().until(() -> this.one.waiting().size() == 1);
		held.close();
		assertThat(waiting).succeedsWithin(AMPLY);
		assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(LEAST);
		waiting.join().close();
	}

	@Test
	void whoHoldsItForLongerAnywayGivesItBackAtOnce() {
		LockHandle held = this.one.lock(this.key).minHold(Duration.ofMillis(50)).acquire().detach();
		StallProofTime.pass(Duration.ofMillis(60));
		held.close();
		this.two.lock(this.key).tryAcquire().orElseThrow().close();
	}

	@Test
	void aLockThatNobodyGotForWantOfAnotherIsNotKept() {
		String another = anotherKey();
		LockHandle held = this.two.lock(another).acquire();
		assertThat(this.one.lock(List.of(another, this.key)).minHold(Duration.ofMinutes(1)).tryAcquire()).isEmpty();
		await().until(() -> !this.two.lock(this.key).inspect().held());
		held.close();
	}

	@Test
	void itIsNotHeldBeyondTheMaximumHoldTime() {
		Duration most = Duration.ofMillis(300);
		LockHandle held = this.one.lock(this.key).minHold(most).maxHold(most).acquire();
		StallProofTime.awaitWithin(LEAST, held::isLost);
		held.close();
	}

	@Test
	void aShortLeaseCoversTheTimeAsWell() {
		LockHandle held = this.one.lock(this.key)
			.leaseTime(Duration.ofMillis(200))
			.autoRenew(false)
			.minHold(Duration.ofMinutes(10))
			.acquire();
		assertThat(held.remaining()).isGreaterThan(Duration.ofMinutes(5));
		held.close();
		assertThat(held.isLost()).isFalse();
		assertThat(this.one.forceRelease(this.key)).isTrue();
	}

}
