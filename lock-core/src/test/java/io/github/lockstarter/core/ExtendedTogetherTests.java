package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.core.PuppetStore.Call;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.store.AcquisitionState;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for leases of several keys that are extended by one call.
 */
class ExtendedTogetherTests {

	private static final Duration AMPLY = Duration.ofMinutes(1);

	@Test
	void areAskedForBeforeTheFirstIsAnswered() throws InterruptedException {
		PuppetStore store = new PuppetStore();
		try (DefaultLockClient client = Clients.stallProofClient(store, "one")) {
			CompletableFuture<LockHandle> both = client.lock(List.of("a", "b")).acquireAsync().toCompletableFuture();
			store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
			store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
			LockHandle held = both.join();
			CompletableFuture<Void> extended = CompletableFuture.runAsync(() -> held.extend(AMPLY));
			Call first = store.next(Operation.RENEW);
			Call second = store.next(Operation.RENEW);
			first.answer(AcquisitionState.GRANTED);
			assertThat(extended).isNotDone();
			second.answer(AcquisitionState.GRANTED);
			assertThat(extended).succeedsWithin(AMPLY);
			store.release();
			held.close();
		}
	}

}
