package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockState;
import io.github.lockstarter.core.PuppetStore.Call;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.store.AcquisitionState;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for locks that the store may keep for longer than the lease of the waiter, such
 * as one that takes over a request with a longer lease.
 */
class InheritedLeaseTests {

	private static final Duration SHORT = Duration.ofMillis(500);

	private final PuppetStore store = new PuppetStore();

	@Test
	void itsReleaseIsRepeatedAsLongAsTheStoreMayKeepTheLock() throws InterruptedException {
		try (DefaultLockClient client = Clients.stallProofClient(this.store, "one")) {
			CompletableFuture<LockHandle> head = acquire(client, Duration.ofMinutes(1));
			Call first = this.store.next(Operation.ACQUIRE);
			CompletableFuture<LockHandle> heir = acquire(client, SHORT);
			head.cancel(false);
			first.answer(AcquisitionState.GRANTED);
			this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
			CompletableFuture<Void> closing = heir.thenAcceptAsync(LockHandle::close);
			for (int attempt = 0; attempt < 3; attempt++) {
				this.store.next(Operation.RELEASE).fail();
			}
			this.store.next(Operation.RELEASE).answer(AcquisitionState.RELEASED);
			assertThat(closing).succeedsWithin(Duration.ofSeconds(20));
		}
	}

	/** A short lease does not shorten the time for which a grant is to be claimed. */
	@Test
	void aReleaseIsRepeatedForAsLongAsAGrantMayLast() throws InterruptedException {
		try (DefaultLockClient client = Clients.stallProofClient(this.store, "one")) {
			CompletableFuture<LockHandle> waiting = acquire(client, SHORT);
			Call queued = this.store.next(Operation.ACQUIRE);
			queued.answer(AcquisitionState.QUEUED);
			this.store.push(this.store.grantFor(queued, 5));
			this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
			CompletableFuture<Void> closing = waiting.thenAcceptAsync(LockHandle::close);
			for (int attempt = 0; attempt < 3; attempt++) {
				this.store.next(Operation.RELEASE).fail();
			}
			this.store.next(Operation.RELEASE).answer(AcquisitionState.RELEASED);
			assertThat(closing).succeedsWithin(Duration.ofSeconds(20));
		}
	}

	/** An extension that was not answered may have come about. */
	@Test
	void aLockThatMayHaveBeenExtendedIsReleasedAsSoonAsItIsLost() throws InterruptedException {
		try (DefaultLockClient client = Clients.stallProofClient(this.store, "one")) {
			CompletableFuture<LockHandle> acquired = acquire(client, SHORT);
			this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED, SHORT);
			LockHandle held = acquired.join();
			CompletableFuture<Void> extended = held.extendAsync(Duration.ofMinutes(1)).toCompletableFuture();
			this.store.next(Operation.RENEW);
			this.store.next(Operation.RELEASE).answer(AcquisitionState.RELEASED);
			assertThat(held.state()).isEqualTo(LockState.LOST);
			assertThat(extended).failsWithin(Duration.ofSeconds(20))
				.withThrowableThat()
				.isInstanceOf(ExecutionException.class);
		}
	}

	private static CompletableFuture<LockHandle> acquire(DefaultLockClient client, Duration lease) {
		return client.lock("key").leaseTime(lease).autoRenew(false).acquireAsync().toCompletableFuture();
	}

}
