package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.lockstarter.LocalHandover;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.store.tck.NeedsFeature;
import io.github.lockstarter.store.StoreFeature;
import io.github.lockstarter.testing.StallProofTime;
import io.github.lockstarter.testing.Undisturbed;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for a lock that passes from thread to thread of one JVM.
 */
@EachStore
class LocalHandoverIntegrationTests extends TwoClients {

	private static final int PASSES = 12;

	private static final Duration TIME = Duration.ofSeconds(5);

	LocalHandoverIntegrationTests(StoreUnderTest store) {
		super(store, new LockClientOptions(null, new LocalHandover(PASSES, TIME)));
	}

	@Test
	void eachPassHasItsOwnLargerToken() throws Exception {
		Undisturbed.attempt(() -> {
			LockHandle first = heldElsewhere(this.one);
			List<CompletableFuture<Long>> tokens = waiters(this.one, 10);
			first.close();
			List<Long> passed = tokens.stream().map(CompletableFuture::join).toList();
			assertThat(passed).first().isEqualTo(first.fencingToken() + 1);
			assertThat(passed).isSorted().doesNotHaveDuplicates();
			assertThat(tokenOf(this.two)).isGreaterThan(passed.get(9));
		});
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void theOtherJvmGetsItsTurnBeforeAllThreadsOfThisOneAreServed() throws Exception {
		Undisturbed.attempt(() -> {
			LockHandle first = heldElsewhere(this.one);
			List<CompletableFuture<Long>> tokens = waiters(this.one, 2 * PASSES);
			CompletableFuture<Long> other = onAnotherThread(() -> tokenOf(this.two));
			awaitWaiters(1);
			first.close();
			long turn = other.join();
			List<Long> passed = tokens.stream().map(CompletableFuture::join).toList();
			assertThat(passed).isSorted().doesNotHaveDuplicates().doesNotContain(turn);
			assertThat(passed.stream().filter((token) -> token < turn).count()).isBetween(1L, (long) PASSES);
		});
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void afterTheTimeOfItsTurnTheLockGoesToTheOtherJvm() {
		LockHandle first = heldElsewhere(this.one);
		CompletableFuture<Long> own = waiters(this.one, 1).get(0);
		CompletableFuture<Long> other = onAnotherThread(() -> tokenOf(this.two));
		awaitWaiters(1);
		StallProofTime.pass(TIME);
		first.close();
		assertThat(other.join()).isLessThan(own.join());
	}

	@Test
	void aLeaseThatNobodyRenewsIsNotPassedOnWhenPartOfItIsOver() throws Exception {
		Duration lease = Duration.ofSeconds(10);
		Undisturbed.attempt(() -> {
			LockHandle first = onAnotherThread(
					() -> this.one.lock(this.key).leaseTime(lease).autoRenew(false).acquire().detach())
				.join();
			CompletableFuture<Duration> left = onAnotherThread(() -> {
				try (LockHandle next = this.one.lock(this.key).leaseTime(lease).autoRenew(false).acquire()) {
					return next.remaining();
				}
			});
			await().until(() -> left.isDone() || waitingCalls(this.one, this.key) == 1);
			await().until(() -> first.remaining().compareTo(Duration.ofMillis(9400)) < 0);
			first.close();
			assertThat(left.join()).isGreaterThan(Duration.ofMillis(9400));
		});
	}

	@Test
	void aWaiterWithAnotherLeaseGetsItsOwn() {
		LockHandle first = onAnotherThread(
				() -> this.one.lock(this.key).leaseTime(Duration.ofSeconds(2)).acquire().detach())
			.join();
		CompletableFuture<Duration> left = onAnotherThread(() -> {
			try (LockHandle next = this.one.lock(this.key).leaseTime(Duration.ofSeconds(30)).acquire()) {
				return next.remaining();
			}
		});
		await().until(() -> left.isDone() || waitingCalls(this.one, this.key) == 1);
		first.close();
		assertThat(left.join()).isGreaterThan(Duration.ofSeconds(20));
	}

	@Test
	void aLockThatPassedIsRenewed() throws Exception {
		Duration lease = Duration.ofMillis(1500);
		Undisturbed.attempt(() -> {
			LockHandle first = onAnotherThread(() -> this.one.lock(this.key).leaseTime(lease).acquire().detach())
				.join();
			CountDownLatch enough = new CountDownLatch(1);
			CompletableFuture<Boolean> valid = onAnotherThread(() -> {
				try (LockHandle next = this.one.lock(this.key).leaseTime(lease).acquire()) {
					enough.await(1, TimeUnit.MINUTES);
					return next.isValid();
				}
			});
			await().until(() -> first.isLost() || waitingCalls(this.one, this.key) == 1);
			first.close();
			StallProofTime.pass(lease.multipliedBy(2));
			Optional<LockHandle> intruder = this.two.lock(this.key).tryAcquire();
			intruder.ifPresent(LockHandle::close);
			enough.countDown();
			assertThat(valid.join()).isTrue();
			assertThat(intruder).isEmpty();
		});
	}

	@Test
	void whoeverIsInterruptedOrTimedOutIsPassedOver() {
		LockHandle first = heldElsewhere(this.one);
		CompletableFuture<Boolean> impatient = onAnotherThread(
				() -> this.one.lock(this.key).tryAcquire(Duration.ofSeconds(1)).isPresent());
		await().until(() -> impatient.isDone() || waitingCalls(this.one, this.key) == 1);
		CompletableFuture<Long> patient = waiters(this.one, 1).get(0);
		assertThat(impatient.join()).isFalse();
		first.close();
		assertThat(patient.join()).isGreaterThan(first.fencingToken());
	}

	private List<CompletableFuture<Long>> waiters(DefaultLockClient client, int count) {
		long before = waitingCalls(client, this.key);
		return IntStream.range(0, count).mapToObj((number) -> {
			CompletableFuture<Long> token = onAnotherThread(() -> tokenOf(client));
			await().pollInterval(Duration.ofMillis(1)).until(() -> waitingCalls(client, this.key) > before + number);
			return token;
		}).toList();
	}

	private long tokenOf(DefaultLockClient client) {
		try (LockHandle held = acquire(client)) {
			return held.fencingToken();
		}
	}

}
