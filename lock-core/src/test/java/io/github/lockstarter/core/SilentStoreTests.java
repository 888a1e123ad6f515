package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

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

	@Test
	void tellsWhyItIsSilentAsFarAsItKnows() {
		StoreException reason = new StoreException("not connected yet", true, null);
		assertTold(() -> reason, "not connected yet");
	}

	@Test
	void mayFailToTellWhyItIsSilent() {
		assertTold(() -> {
			throw new StoreException("thrown by a test", true, null);
		}, "thrown by a test");
	}

	private void assertTold(Supplier<@Nullable StoreException> reason, String told) {
		this.store.explainSilence(reason);
		try (DefaultLockClient client = Clients.stallProofClient(this.store, "one")) {
			assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> client.lock("key").tryAcquire(Duration.ofSeconds(2)))
				.withMessage("The store of lock 'key' is unavailable (" + told + ").");
			this.store.release();
		}
	}

}
