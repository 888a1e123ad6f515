package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.core.PuppetStore.Call;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.GrantNotification;
import io.github.lockstarter.store.StoreClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for acquisitions that were granted the lock and lost it since the grant was not
 * heard of in time: the store is told, and the waiter queues anew.
 */
class MissedGrantTests {

	private final PuppetStore store = new PuppetStore();

	private final DefaultLockClient client = Clients.stallProofClient(this.store, "one");

	private final CompletableFuture<LockHandle> waiting = this.client.lock("order:42")
		.acquireAsync()
		.toCompletableFuture();

	@AfterEach
	void leavesNothingBehind() throws InterruptedException {
		this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
		this.store.release();
		assertThat(this.waiting).succeedsWithin(Duration.ofSeconds(20));
		this.waiting.join().close();
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	private Call queued() throws InterruptedException {
		Call acquisition = this.store.next(Operation.ACQUIRE);
		acquisition.answer(AcquisitionState.QUEUED);
		return acquisition;
	}

	private void assertQueuesAnew(Call before) throws InterruptedException {
		Call anew = queued();
		assertThat(anew.sequence()).isGreaterThan(before.sequence());
		assertThat(anew.isQueueing()).isTrue();
	}

	@Test
	void aGrantThatWasNotHeardOfIsReported() throws InterruptedException {
		Call queued = queued();
		this.store.next(Operation.ACQUIRE).answer(AcquisitionState.LOST);
		assertQueuesAnew(queued);
		assertThat(this.store.missed()).containsExactly("order:42");
	}

	@Test
	void aGrantThatCameTooLateIsReported() throws InterruptedException {
		Call queued = queued();
		StoreClock past = new StoreClock(this.store.clock().micros() - 600_000, PuppetStore.SERVER);
		this.store.push(PuppetStore.grantFor(queued, 5, past, Duration.ofMillis(500), null));
		Call claim = this.store.next(Operation.ACQUIRE);
		assertThat(claim.sequence()).isEqualTo(queued.sequence());
		claim.answer(AcquisitionState.LOST);
		assertQueuesAnew(queued);
		assertThat(this.store.missed()).containsExactly("order:42");
	}

	@Test
	void whoNeverHadAPlaceMissedNothing() throws InterruptedException {
		Call unplaced = this.store.next(Operation.ACQUIRE);
		unplaced.answer(AcquisitionState.LOST);
		assertQueuesAnew(unplaced);
		assertThat(this.store.missed()).isEmpty();
	}

}
