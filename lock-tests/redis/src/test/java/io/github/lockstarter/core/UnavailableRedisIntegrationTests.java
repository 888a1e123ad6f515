package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.StallProofTime;
import io.github.lockstarter.testing.Undisturbed;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for a Redis that is down, stalled, or late.
 */
@Full
class UnavailableRedisIntegrationTests extends OwnRedis {

	private static final Duration WAIT = Duration.ofMillis(200);

	private final DefaultLockClient client = lockClient();

	private void assertUnavailableInTime() throws Exception {
		Undisturbed.attempt(() -> {
			long startedAt = System.nanoTime();
			assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> this.client.lock(this.key).tryAcquire(WAIT).ifPresent(LockHandle::close))
				.satisfies((ex) -> assertThat(ex.getLock()).isEqualTo(this.key));
			assertThat(Duration.ofNanos(System.nanoTime() - startedAt)).isBetween(WAIT, WAIT.plusMillis(1700));
		});
	}

	private void assertFreeAndUsable() {
		await().ignoreExceptionsInstanceOf(LockUnavailableException.class)
			.until(() -> !this.client.lock(this.key).inspect().held());
		this.client.lock(this.key).waitTime(AMPLY).acquire().close();
	}

	@Test
	void aStalledRedisIsUnavailableAndLeavesNoOwnerlessLock() throws Exception {
		this.client.lock(this.key).acquire().close();
		this.server.pause();
		assertUnavailableInTime();
		assertUnavailableInTime();
		this.server.resume();
		assertFreeAndUsable();
	}

	@Test
	void aRedisThatStallsBeforeTheFirstUseIsUnavailable() throws Exception {
		this.server.pause();
		assertUnavailableInTime();
		this.server.resume();
		assertFreeAndUsable();
	}

	@Test
	void aRedisThatIsDownIsUnavailableUntilItComesBack() throws Exception {
		this.client.lock(this.key).acquire().close();
		this.server.kill();
		assertUnavailableInTime();
		this.server.restart();
		assertFreeAndUsable();
	}

	@Test
	void aCallThatDoesNotWaitLearnsWhyRedisIsUnavailable() {
		this.client.lock(this.key).acquire().close();
		this.server.kill();
		await().untilAsserted(() -> assertThatExceptionOfType(LockUnavailableException.class)
			.isThrownBy(() -> this.client.lock(this.key).tryAcquire())
			.withMessageContaining("Connection refused")
			.withMessageContaining("check that Redis runs"));
		this.server.restart();
		assertFreeAndUsable();
	}

	@Test
	void aRedisThatWasDownForLongIsUsedAsSoonAsItIsBack() throws Exception {
		this.client.lock(this.key).acquire().close();
		this.server.kill();
		StallProofTime.pass(Duration.ofSeconds(12));
		this.server.restart();
		Undisturbed.attempt(() -> assertThat(this.client.lock(this.key).tryAcquire(Duration.ofSeconds(1))).isPresent()
			.hasValueSatisfying(LockHandle::close));
	}

	@Test
	void aRedisThatIsDownAtFirstIsUsedWhenItComesUp() {
		this.server.kill();
		DefaultLockClient early = lockClient();
		early.start();
		assertThatExceptionOfType(LockUnavailableException.class)
			.isThrownBy(() -> early.lock(this.key).tryAcquire(WAIT));
		this.server.restart();
		await().ignoreException(LockUnavailableException.class)
			.until(() -> early.lock(this.key).tryAcquire(WAIT).map((handle) -> {
				handle.close();
				return true;
			}).orElse(false));
		assertFreeAndUsable();
	}

	@Test
	void anAnswerThatComesTooLateLeavesNoOwnerlessLock() throws Exception {
		this.client.lock(this.key).acquire().close();
		Undisturbed.attempt(() -> {
			admin().clientPause(600);
			assertUnavailableInTime();
		});
		assertFreeAndUsable();
		assertThat(this.client.lock(this.key).inspect().held()).isFalse();
	}

	@Test
	void aRedisThatComesBackWithinTheWaitIsNotNoticed() {
		this.client.lock(this.key).acquire().close();
		this.server.kill();
		CompletableFuture<LockHandle> waiting = onAnotherThread(
				() -> this.client.lock(this.key).waitTime(AMPLY).acquire());
		await().until(() -> Waiting.at(this.client, this.key) == 1);
		this.server.restart();
		assertThat(waiting).succeedsWithin(AMPLY);
		waiting.join().close();
	}

	@Test
	void callersBehindAnUnansweredRequestAreToldUnavailableNotContended() throws Exception {
		this.client.lock(this.key).acquire().close();
		this.server.pause();
		CompletableFuture<LockHandle> head = onAnotherThread(
				() -> this.client.lock(this.key).waitTime(AMPLY).acquire());
		await().until(() -> Waiting.at(this.client, this.key) == 1);
		assertUnavailableInTime();
		this.server.resume();
		assertThat(head).succeedsWithin(Duration.ofSeconds(20));
		head.join().close();
	}

	@Test
	void aReleaseThatIsNotAnsweredGoesOnInTheBackground() {
		LockHandle held = this.client.lock(this.key).acquire();
		this.server.pause();
		CompletableFuture<Void> closing = onAnotherThread(() -> {
			held.close();
			return null;
		});
		assertThat(closing).succeedsWithin(Duration.ofSeconds(20));
		this.server.resume();
		assertFreeAndUsable();
	}

	@Test
	void aHolderWhoseRedisIsGoneLosesTheLockWhenItsValidityEnds() {
		LockHandle held = this.client.lock(this.key).leaseTime(Duration.ofMillis(600)).acquire();
		this.server.pause();
		await().until(held::isLost);
		this.server.resume();
		held.close();
		assertFreeAndUsable();
	}

	@Test
	void oneFailedRenewalIsNoLoss() throws Exception {
		Undisturbed.attempt(() -> {
			try (LockHandle held = this.client.lock(this.key).leaseTime(Duration.ofSeconds(3)).acquire()) {
				this.server.pause();
				StallProofTime.pass(Duration.ofMillis(1500));
				assertThat(held.isValid()).isTrue();
				this.server.resume();
				StallProofTime.pass(Duration.ofSeconds(3));
				assertThat(held.isValid()).isTrue();
			}
			finally {
				this.server.resume();
			}
		});
	}

	@Test
	void closingTheClientEndsEveryWait() {
		LockHandle held = this.client.lock(this.key).acquire().detach();
		DefaultLockClient other = lockClient();
		CompletableFuture<LockHandle> waiting = onAnotherThread(() -> other.lock(this.key).waitTime(AMPLY).acquire());
		await().until(() -> Waiting.at(other, this.key) == 1);
		other.close();
		assertThat(waiting).failsWithin(Duration.ofSeconds(20))
			.withThrowableThat()
			.withCauseInstanceOf(LockUnavailableException.class);
		assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> other.lock(this.key).acquire())
			.withMessageContaining("closed");
		held.close();
	}

}
