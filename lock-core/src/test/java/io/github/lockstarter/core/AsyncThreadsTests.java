package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the threads that complete asynchronous acquisitions, and run what depends on
 * them.
 */
class AsyncThreadsTests {

	private static final Duration AMPLY = Duration.ofSeconds(60);

	private static final int MANY = 400;

	private final DefaultLockClient client = Clients.stallProofClient(StallProofMemory.newStore(), "one");

	@AfterEach
	void leavesNothingBehind() {
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	@Test
	void oneAfterTheOtherTheyTakeFewThreads() {
		Set<Thread> threads = ConcurrentHashMap.newKeySet();
		for (int i = 0; i < 500; i++) {
			this.client.lock("key").acquireAsync().thenAccept((handle) -> {
				threads.add(Thread.currentThread());
				handle.close();
			}).toCompletableFuture().join();
		}
		assertThat(threads).hasSizeLessThan(50);
	}

	@Test
	void whateverDependsOnThemMayWaitForFurtherOnes() {
		List<LockHandle> held = IntStream.range(0, MANY)
			.mapToObj((number) -> this.client.lock("outer " + number).acquire().detach())
			.toList();
		CountDownLatch begun = new CountDownLatch(MANY);
		CompletableFuture<Void> started = new CompletableFuture<>();
		List<CompletableFuture<Void>> chains = IntStream.range(0, MANY)
			.mapToObj((number) -> this.client.lock("outer " + number)
				.waitTime(AMPLY)
				.acquireAsync()
				.thenAccept((outer) -> {
					begun.countDown();
					started.join();
					this.client.lock("inner " + number)
						.waitTime(AMPLY)
						.acquireAsync()
						.thenAccept(LockHandle::close)
						.toCompletableFuture()
						.join();
					outer.close();
				})
				.toCompletableFuture())
			.toList();
		held.forEach(LockHandle::close);
		await().atMost(AMPLY).until(() -> begun.getCount() == 0);
		started.complete(null);
		assertThat(CompletableFuture.allOf(chains.toArray(CompletableFuture[]::new))).succeedsWithin(AMPLY);
	}

}
