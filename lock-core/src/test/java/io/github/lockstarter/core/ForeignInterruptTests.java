package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for interrupts that mean the thread, and not what the engine runs on it.
 */
class ForeignInterruptTests {

	private static final Duration AMPLY = Duration.ofSeconds(20);

	private final DefaultLockClient client = Clients.stallProofClient(StallProofMemory.newStore(), "one");

	@AfterEach
	void leavesNothingBehind() {
		assertThat(Thread.interrupted()).isFalse();
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	@Test
	void anInterruptDuringAGuardedBodyIsKept() {
		this.client.lock("key").onLoss(LossPolicy.INTERRUPT).run(() -> Thread.currentThread().interrupt());
		assertThat(Thread.interrupted()).isTrue();
	}

	@Test
	void anInterruptBeforeALossIsKept() {
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> this.client.lock("key").onLoss(LossPolicy.INTERRUPT).run(() -> {
				LockHandle held = LockContext.current();
				CompletableFuture<Void> told = new CompletableFuture<>();
				held.onLost(() -> told.complete(null));
				Thread.currentThread().interrupt();
				CompletableFuture.runAsync(() -> this.client.forceRelease("key"));
				while (!told.isDone()) {
					Thread.onSpinWait();
				}
			}));
		assertThat(Thread.interrupted()).isTrue();
	}

	@Test
	void anInterruptCostsAWaiterOfAJdkLockNoPlaceAndIsKept() {
		LockHandle held = this.client.lock("key").acquire().detach();
		CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
		Thread first = new Thread(() -> {
			this.client.lock("key").asLock().lock();
			interrupted.complete(Thread.interrupted());
			this.client.lock("key").asLock().unlock();
		}, "first");
		first.start();
		awaitWaiters(1);
		CompletableFuture<Boolean> second = CompletableFuture.supplyAsync(() -> {
			try (LockHandle later = this.client.lock("key").waitTime(AMPLY).acquire()) {
				return interrupted.isDone();
			}
		});
		awaitWaiters(2);
		first.interrupt();
		await().during(Duration.ofMillis(200)).until(() -> waiters() == 2);
		assertThat(this.client.waiting().get(0).thread()).isEqualTo("first");
		held.close();
		assertThat(interrupted).succeedsWithin(AMPLY).isEqualTo(true);
		assertThat(second).succeedsWithin(AMPLY).isEqualTo(true);
	}

	private void awaitWaiters(int count) {
		await().until(() -> waiters() == count);
	}

	private long waiters() {
		return Waiting.at(this.client, "key");
	}

}
