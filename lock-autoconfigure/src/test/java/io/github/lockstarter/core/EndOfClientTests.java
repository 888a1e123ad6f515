package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.core.PuppetStore.Call;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.store.AcquisitionState;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what coincides with the end of a client.
 */
class EndOfClientTests {

	private static final Duration AMPLY = Duration.ofSeconds(10);

	@Test
	void aRenewalThatIsConfirmedAtTheLastMomentEndsInALossAllTheSame() throws InterruptedException {
		PuppetStore store = new PuppetStore();
		DefaultLockClient client = TwoClients.client(store, "one");
		CompletableFuture<LockHandle> acquired = client.lock("key")
			.leaseTime(Duration.ofMillis(600))
			.acquireAsync()
			.toCompletableFuture();
		store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
		CompletableFuture<Void> lost = new CompletableFuture<>();
		acquired.join().onLost(() -> lost.complete(null));
		Call renewal = store.next(Operation.RENEW);
		client.close();
		renewal.answer(AcquisitionState.GRANTED, Duration.ofMillis(900));
		assertThat(lost).succeedsWithin(AMPLY);
	}

}
