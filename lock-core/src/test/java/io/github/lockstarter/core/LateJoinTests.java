package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for asynchronous acquisitions whose time is over before they have joined the
 * queue.
 */
class LateJoinTests {

	private static final int TIMES = 20_000;

	@Test
	void theyEndAllTheSame() {
		try (DefaultLockClient client = Clients.stallProofClient(StallProofMemory.newStore(), "one")) {
			LockHandle held = client.lock("key").acquire();
			List<CompletableFuture<LockHandle>> late = IntStream.range(0, TIMES)
				.mapToObj((time) -> client.lock("key").waitTime(Duration.ofNanos(1)).acquireAsync())
				.map((stage) -> stage.toCompletableFuture())
				.toList();
			await().atMost(Duration.ofMinutes(2))
				.untilAsserted(() -> assertThat(late).allMatch(CompletableFuture::isCompletedExceptionally));
			held.close();
			await().until(client.engine()::isIdle);
		}
	}

}
