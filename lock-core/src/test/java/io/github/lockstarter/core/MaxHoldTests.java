package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.PuppetStore.Call;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.store.AcquisitionState;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for a maximum hold time that an extension would exceed.
 */
class MaxHoldTests {

	private final PuppetStore store = new PuppetStore();

	@Test
	void anExtensionThatFailedDoesNotEndTheRenewal() throws InterruptedException {
		try (DefaultLockClient client = Clients.stallProofClient(this.store, "one")) {
			CompletableFuture<LockHandle> acquired = client.lock("key")
				.leaseTime(Duration.ofSeconds(3))
				.maxHold(Duration.ofMinutes(1))
				.acquireAsync()
				.toCompletableFuture();
			this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
			LockHandle held = acquired.join();
			CompletableFuture<Void> extension = held.extendAsync(Duration.ofMinutes(2)).toCompletableFuture();
			this.store.next(Operation.RENEW).fail();
			assertThat(extension).failsWithin(Duration.ofSeconds(10))
				.withThrowableThat()
				.withCauseInstanceOf(LockUnavailableException.class);
			this.store.next(Operation.RENEW).answer(AcquisitionState.GRANTED);
			this.store.next(Operation.RENEW).answer(AcquisitionState.GRANTED);
			assertThat(held.isValid()).isTrue();
			this.store.release();
			held.close();
		}
	}

	/** The store never shortens a lease, so it answers with the longer one. */
	@Test
	void isKeptByWhoeverTakesOverARequestWithALongerLease() throws InterruptedException {
		Duration longer = Duration.ofMinutes(10);
		Duration maxHold = Duration.ofSeconds(8);
		try (DefaultLockClient client = Clients.stallProofClient(this.store, "one")) {
			CompletableFuture<LockHandle> head = client.lock("key")
				.leaseTime(longer)
				.acquireAsync()
				.toCompletableFuture();
			Call first = this.store.next(Operation.ACQUIRE);
			CompletableFuture<LockHandle> heir = client.lock("key")
				.leaseTime(Duration.ofSeconds(3))
				.maxHold(maxHold)
				.acquireAsync()
				.toCompletableFuture();
			head.cancel(false);
			first.answer(AcquisitionState.GRANTED, longer);
			this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED, longer);
			Duration before = heir.join().remaining();
			this.store.next(Operation.RENEW).answer(AcquisitionState.GRANTED, longer);
			await().until(() -> heir.join().remaining().compareTo(before.minusMillis(500)) > 0);
			assertThat(heir.join().remaining()).isLessThan(maxHold);
			this.store.release();
			heir.join().close();
		}
	}

}
