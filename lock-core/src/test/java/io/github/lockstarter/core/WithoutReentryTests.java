package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;

import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOutcome;
import io.github.lockstarter.store.memory.MemoryLockStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for acquisitions that do not enter again.
 */
class WithoutReentryTests {

	private final DefaultLockClient client = Clients.client(new MemoryLockStore(), "one");

	@AfterEach
	void leavesNothingBehind() {
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	private LockSpec once(String... keys) {
		return this.client.lock(List.of(keys)).waitTime(Duration.ofHours(1)).reentrant(false);
	}

	@Test
	void theHolderIsRefusedAtOnceAndToldWhatToDo() {
		try (LockHandle held = once("key").acquire()) {
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> once("key").acquire())
				.withMessage("Lock 'key' was refused at once because the caller holds it already and 'reentrant' is"
						+ " off: give it back first, or leave re-entry on.")
				.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(LockOutcome.HELD_BY_CALLER));
			assertThat(once("key").tryAcquire()).isEmpty();
			assertThat(held.isValid()).isTrue();
		}
		once("key").acquire().close();
	}

	@Test
	void concernsOneAcquisitionOnly() {
		try (LockHandle outer = once("key").acquire(); LockHandle inner = this.client.lock("key").acquire()) {
			assertThat(inner.fencingToken()).isEqualTo(outer.fencingToken());
		}
	}

	@Test
	void ofSeveralKeysTheFormerOnesAreGivenBack() {
		try (LockHandle held = this.client.lock("b").acquire()) {
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> once("a", "b").acquire())
				.withMessageEndingWith(
						"leave re-entry on. That was at its key 'b'; those before it, 1 of 2, were given back.");
			assertThat(held.isValid()).isTrue();
			await().until(() -> !this.client.lock("a").inspect().held());
		}
	}

	@Test
	void anotherThreadWaitsAsEver() {
		LockHandle held = once("key").acquire();
		CompletableFuture<Long> token = CompletableFuture.supplyAsync(() -> {
			try (LockHandle later = once("key").acquire()) {
				return later.fencingToken();
			}
		});
		await().until(() -> Waiting.at(this.client, "key") == 1);
		long first = held.fencingToken();
		held.close();
		assertThat(token).succeedsWithin(Duration.ofSeconds(20))
			.satisfies((next) -> assertThat(next).isGreaterThan(first));
	}

	@Test
	void aLockOfTheJdkThrowsInsteadOfWaitingForItself() {
		Lock lock = once("key").asLock();
		lock.lock();
		assertThat(lock.tryLock()).isFalse();
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(lock::lock);
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(lock::lockInterruptibly);
		lock.unlock();
	}

	@Test
	void whoLostTheLockIsToldOfThat() {
		LockHandle held = once("key").leaseTime(Duration.ofMillis(200)).autoRenew(false).acquire();
		await().until(held::isLost);
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> once("key").acquire());
		held.close();
	}

}
