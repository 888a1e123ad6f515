package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.store.AcquisitionState;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for a store that falls silent.
 */
class SilentStoreTests {

	private final PuppetStore store = new PuppetStore();

	/** Several requests were under way. */
	@Test
	void isUnavailableToThoseWhoseRequestsItDidNotAnswerBefore() throws InterruptedException {
		try (DefaultLockClient client = Clients.stallProofClient(this.store, "one")) {
			CompletableFuture<Optional<LockHandle>> asking = CompletableFuture
				.supplyAsync(() -> client.lock("key").tryAcquire(Duration.ofSeconds(2)));
			this.store.next(Operation.ACQUIRE);
			CompletableFuture<LockHandle> other = client.lock("other").acquireAsync().toCompletableFuture();
			this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
			assertThat(asking).failsWithin(Duration.ofSeconds(20))
				.withThrowableThat()
				.withCauseInstanceOf(LockUnavailableException.class);
			this.store.release();
			other.join().close();
		}
	}

}
