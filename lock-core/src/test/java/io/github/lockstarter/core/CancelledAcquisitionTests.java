package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.Test;

import static org.awaitility.Awaitility.await;

/**
 * Tests for an asynchronous acquisition of several keys that is cancelled at any moment.
 */
class CancelledAcquisitionTests {

	private static final int TIMES = 5_000;

	@Test
	void noneOfTheKeysIsWaitedForOrHeldAfterwards() {
		try (DefaultLockClient client = Clients.stallProofClient(StallProofMemory.newStore(), "one")) {
			LockHandle held = client.lock("b").acquire();
			for (int i = 0; i < TIMES; i++) {
				CompletableFuture<LockHandle> both = client.lock(List.of("a" + i, "b"))
					.waitTime(Duration.ofMinutes(1))
					.acquireAsync()
					.toCompletableFuture();
				long cancelAt = System.nanoTime() + ThreadLocalRandom.current().nextLong(60_000);
				while (System.nanoTime() < cancelAt) {
					Thread.onSpinWait();
				}
				both.cancel(false);
			}
			await().until(() -> Waiting.at(client, "b") == 0);
			held.close();
			await().until(() -> client.engine().isIdle());
		}
	}

}
