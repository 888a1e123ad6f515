package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for callbacks of lost locks that block, as they may.
 */
class BlockingCallbacksTests {

	private static final int MANY = 300;

	@Test
	void theyHoldNoAcquisitionUp() {
		CompletableFuture<Void> unblocked = new CompletableFuture<>();
		AtomicInteger blocking = new AtomicInteger();
		try (DefaultLockClient client = Clients.stallProofClient(StallProofMemory.newStore(), "one")) {
			List<LockHandle> lost = IntStream.range(0, MANY)
				.mapToObj((i) -> client.lock("lost" + i)
					.leaseTime(Duration.ofMillis(100))
					.autoRenew(false)
					.acquire()
					.onLost(() -> {
						blocking.incrementAndGet();
						unblocked.join();
					}))
				.toList();
			await().during(Duration.ofMillis(300)).until(() -> blocking.get() > MANY / 2);
			assertThat(client.lock("another").acquireAsync().thenAccept(LockHandle::close))
				.succeedsWithin(Duration.ofSeconds(10));
			lost.forEach(LockHandle::close);
		}
		finally {
			unblocked.complete(null);
		}
	}

}
