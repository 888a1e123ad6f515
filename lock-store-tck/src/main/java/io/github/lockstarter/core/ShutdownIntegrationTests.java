package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.testing.Undisturbed;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for stopping a client in good order, and starting it again.
 */
@EachStore
class ShutdownIntegrationTests extends TwoClients {

	ShutdownIntegrationTests(StoreUnderTest store) {
		super(store);
	}

	private CompletableFuture<Void> stop(Duration limit) {
		return onAnotherThread(() -> {
			this.one.stop(limit);
			return null;
		});
	}

	@Test
	void stoppingWaitsForTheHolderWhichStillGetsNestedLocks() {
		String nested = anotherKey();
		LockHandle held = acquire(this.one);
		CompletableFuture<Void> stopped = stop(AMPLY);
		await().untilAsserted(() -> assertThatExceptionOfType(LockUnavailableException.class)
			.isThrownBy(() -> this.one.lock(this.key).waitTime(BRIEFLY).acquire())
			.withMessageContaining("shutting down"));
		try (LockHandle again = acquire(this.one); LockHandle inner = this.one.lock(nested).acquire()) {
			assertThat(again.fencingToken()).isEqualTo(held.fencingToken());
			assertThat(inner.isValid()).isTrue();
		}
		assertThat(stopped).isNotDone();
		held.close();
		assertThat(stopped).succeedsWithin(AMPLY);
		assertThat(this.two.lock(this.key).tryAcquire()).hasValueSatisfying(LockHandle::close);
	}

	@Test
	void stoppingRefusesThoseWhoWaitButNotTheNestedOnes() {
		String nested = anotherKey();
		LockHandle elsewhere = this.two.lock(nested).acquire();
		LockHandle alsoElsewhere = heldElsewhere(this.two);
		CompletableFuture<LockHandle> waiting = onAnotherThread(() -> acquire(this.one));
		CompletableFuture<Void> holding = onAnotherThread(() -> {
			this.one.lock("outer:" + nested).call(() -> this.one.lock(nested).waitTime(AMPLY).call(() -> true));
			return null;
		});
		await().until(() -> waitingCalls(this.one, nested) == 1 && waitingCalls(this.one, this.key) == 1);
		CompletableFuture<Void> stopped = stop(AMPLY);
		assertThat(waiting).failsWithin(AMPLY)
			.withThrowableThat()
			.havingRootCause()
			.withMessageContaining("shutting down");
		assertThat(holding).isNotDone();
		elsewhere.close();
		assertThat(holding).succeedsWithin(AMPLY);
		assertThat(stopped).succeedsWithin(AMPLY);
		alsoElsewhere.close();
	}

	@Test
	void aLockIsNotReleasedUnderTheCodeThatRunsBeyondTheLimit() throws Exception {
		Duration lease = Duration.ofSeconds(2);
		Undisturbed.attempt(() -> {
			this.events.clear();
			this.one.start();
			LockHandle held = this.one.lock(this.key).leaseTime(lease).acquire();
			this.one.stop(BRIEFLY);
			boolean valid = held.isValid();
			Optional<LockHandle> early = this.two.lock(this.key).tryAcquire();
			early.ifPresent(LockHandle::close);
			try (LockHandle next = acquire(this.two)) {
				assertThat(valid).isTrue();
				assertThat(early).isEmpty();
				assertThat(held.isLost()).isTrue();
				await().untilAsserted(() -> assertThat(this.events).hasSize(1));
				held.close();
				assertThat(next.isValid()).isTrue();
			}
			finally {
				held.close();
			}
		});
	}

	@Test
	void aBodyThatRunsBeyondTheLimitIsStillInterruptedWhenItsLockIsLost() {
		CountDownLatch begun = new CountDownLatch(1);
		CompletableFuture<Void> body = onAnotherThread(() -> {
			this.one.lock(this.key).leaseTime(Duration.ofSeconds(1)).onLoss(LossPolicy.INTERRUPT).run(() -> {
				begun.countDown();
				new CompletableFuture<>().get();
			});
			return null;
		});
		await().until(() -> body.isDone() || begun.getCount() == 0);
		this.one.stop(BRIEFLY);
		assertThat(body).failsWithin(AMPLY)
			.withThrowableThat()
			.havingCause()
			.isInstanceOf(LockLostException.class)
			.withCauseInstanceOf(InterruptedException.class);
	}

	@Test
	void aStoppedClientCanBeStartedAgainWithTheSpecificationsItGaveBefore() {
		var spec = this.one.lock(this.key).waitTime(AMPLY);
		var lock = this.one.lock(this.key).asLock();
		this.one.stop(Duration.ZERO);
		assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(spec::acquire)
			.withMessageContaining("closed");
		this.one.start();
		LockHandle elsewhere = acquire(this.two);
		CompletableFuture<LockHandle> waiting = onAnotherThread(spec::acquire);
		awaitWaiters(1);
		elsewhere.close();
		waiting.join().close();
		lock.lock();
		lock.unlock();
	}

}
