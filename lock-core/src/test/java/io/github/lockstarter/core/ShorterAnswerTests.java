package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.store.AcquisitionState;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for a store that grants a lock for another time than was asked for.
 */
class ShorterAnswerTests {

	private static final Duration ASKED = Duration.ofSeconds(60);

	private final PuppetStore store = new PuppetStore();

	private Duration remaining(Duration answered) throws InterruptedException {
		try (DefaultLockClient client = Clients.stallProofClient(this.store, "one")) {
			CompletableFuture<LockHandle> held = client.lock("key")
				.leaseTime(ASKED)
				.autoRenew(false)
				.acquireAsync()
				.toCompletableFuture();
			this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED, answered);
			this.store.release();
			try (LockHandle handle = held.join()) {
				return handle.remaining();
			}
		}
	}

	@Test
	void aLeaseIsCountedOnForNoLongerThanTheStoreGrantsIt() throws InterruptedException {
		assertThat(remaining(Duration.ofSeconds(20))).isLessThanOrEqualTo(Duration.ofSeconds(20)).isPositive();
	}

	@Test
	void aLeaseIsCountedOnForNoLongerThanItWasAskedFor() throws InterruptedException {
		assertThat(remaining(Duration.ofSeconds(90))).isLessThanOrEqualTo(ASKED).isGreaterThan(Duration.ofSeconds(50));
	}

}
