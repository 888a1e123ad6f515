package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for work that ends later and is cancelled when its lock is lost.
 */
class InterruptedWorkTests {

	private static final Duration AMPLY = Duration.ofSeconds(60);

	/** More than there are threads for callbacks. */
	private static final int MANY = 300;

	private final DefaultLockClient client = Clients.stallProofClient(StallProofMemory.newStore(), "one");

	private final LockHandle held = this.client.lock("key").onLoss(LossPolicy.INTERRUPT).acquire();

	@AfterEach
	void leavesNothingBehind() {
		this.held.close();
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	private void lose() {
		assertThat(this.client.forceRelease("key")).isTrue();
	}

	@Test
	void workThatHasEndedIsNotCancelled() {
		AtomicInteger cancelled = new AtomicInteger();
		for (int i = 0; i < MANY; i++) {
			CompletableFuture<String> work = new CompletableFuture<>() {
				@Override
				public boolean cancel(boolean mayInterruptIfRunning) {
					cancelled.incrementAndGet();
					return super.cancel(mayInterruptIfRunning);
				}
			};
			CompletableFuture<String> result = this.held.callAsync(() -> work).toCompletableFuture();
			work.complete("done");
			assertThat(result).isCompletedWithValue("done");
		}
		CompletableFuture<String> running = new CompletableFuture<>();
		CompletableFuture<String> result = this.held.callAsync(() -> running).toCompletableFuture();
		lose();
		assertThat(result).failsWithin(AMPLY).withThrowableThat().withCauseInstanceOf(LockLostException.class);
		assertThat(running).isCancelled();
		assertThat(cancelled).hasValue(0);
	}

	@Test
	void itDoesNotWaitForCallbacksThatBlock() {
		CountDownLatch blocked = new CountDownLatch(1);
		for (int i = 0; i < MANY; i++) {
			this.held.onLost(() -> {
				try {
					blocked.await();
				}
				catch (InterruptedException ex) {
					Thread.currentThread().interrupt();
				}
			});
		}
		CompletableFuture<String> running = new CompletableFuture<>();
		CompletableFuture<String> result = this.held.callAsync(() -> running).toCompletableFuture();
		try {
			lose();
			assertThat(result).failsWithin(AMPLY).withThrowableThat().withCauseInstanceOf(LockLostException.class);
		}
		finally {
			blocked.countDown();
		}
	}

}
