package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.store.AcquisitionState;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for a thread that only asks, while others may wait.
 */
class ImpatientWaiterTests {

	private final PuppetStore store = new PuppetStore();

	@Test
	void itTakesNoPlaceOfThoseThatMayWait() throws InterruptedException {
		try (DefaultLockClient client = Clients.stallProofClient(this.store, "one")) {
			CompletableFuture<Optional<LockHandle>> asking = CompletableFuture
				.supplyAsync(() -> client.lock("key").tryAcquire());
			PuppetStore.Call question = this.store.next(Operation.ACQUIRE);
			CompletableFuture<LockHandle> waiting = client.lock("key")
				.maxWaiters(1)
				.acquireAsync()
				.toCompletableFuture();
			question.answer(AcquisitionState.REFUSED);
			assertThat(asking.join()).isEmpty();
			this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
			this.store.release();
			waiting.join().close();
		}
	}

	@Test
	void theHeadOfALockThatMayBeFreeTakesNoPlaceEither() throws InterruptedException {
		try (DefaultLockClient client = Clients.stallProofClient(this.store, "one")) {
			CompletableFuture<LockHandle> head = acquire(client);
			CompletableFuture<LockHandle> next = acquire(client);
			assertThat(next).isNotDone();
			assertThat(acquire(client)).failsWithin(Duration.ofSeconds(20))
				.withThrowableThat()
				.isInstanceOf(ExecutionException.class);
			this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
			LockHandle held = head.join();
			client.close();
			assertThat(next).failsWithin(Duration.ofSeconds(20))
				.withThrowableThat()
				.isInstanceOf(ExecutionException.class);
			this.store.release();
			held.close();
		}
	}

	private static CompletableFuture<LockHandle> acquire(DefaultLockClient client) {
		return client.lock("key").maxWaiters(1).acquireAsync().toCompletableFuture();
	}

}
