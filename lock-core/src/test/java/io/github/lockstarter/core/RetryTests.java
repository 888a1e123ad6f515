package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for attempts that have to be repeated.
 */
class RetryTests {

	private static final int ATTEMPTS = 50_000;

	private final AtomicInteger attempts = new AtomicInteger();

	@Test
	void retryDoesNotGrowTheStack() {
		try (DefaultLockClient client = Clients.stallProofClient((instance, listener) -> new LosingSession(),
				"retry")) {
			LockHandle held = client.lock("order:42").waitTime(Duration.ofSeconds(60)).acquire();
			assertThat(held.isValid()).isTrue();
			held.close();
			assertThat(this.attempts).hasValue(ATTEMPTS);
			await().until(client.engine()::isIdle);
		}
	}

	/**
	 * Answers at once that the acquisition was lost, until the last attempt.
	 */
	private final class LosingSession extends StubSession {

		@Override
		public CompletionStage<StoreAnswer> acquire(AcquireRequest request) {
			boolean last = RetryTests.this.attempts.incrementAndGet() == ATTEMPTS;
			return answer(last ? AcquisitionState.GRANTED : AcquisitionState.LOST);
		}

		@Override
		public CompletionStage<StoreAnswer> renew(String key, long sequence, Duration lease) {
			return answer(AcquisitionState.GRANTED);
		}

		@Override
		public CompletionStage<StoreAnswer> release(String key, long sequence, int passes, Duration keepFor) {
			return answer(AcquisitionState.RELEASED);
		}

		private static CompletionStage<StoreAnswer> answer(AcquisitionState state) {
			return CompletableFuture
				.completedFuture(new StoreAnswer(state, 1, Duration.ofSeconds(30), new StoreClock(1, "")));
		}

	}

}
