package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.core.PuppetStore.Call;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.store.AcquisitionState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for a store that answers requests, but no subscription.
 */
class UnansweredSubscriptionTests {

	private final PuppetStore store = new PuppetStore();

	private final DefaultLockClient client = Clients.stallProofClient(this.store, "one");

	@BeforeEach
	void answerNoSubscription() {
		this.store.answerNoSubscription();
	}

	@AfterEach
	void leavesNothingBehind() {
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	@Test
	void theWaiterQueuesAllTheSameAndGetsItsGrantByAsking() throws InterruptedException {
		CompletableFuture<LockHandle> waiting = this.client.lock("key").acquireAsync().toCompletableFuture();
		Call first = this.store.next(Operation.ACQUIRE);
		assertThat(first.isQueueing()).isFalse();
		first.answer(AcquisitionState.REFUSED);
		Call queueing = this.store.next(Operation.ACQUIRE);
		assertThat(queueing.isQueueing()).isTrue();
		queueing.answer(AcquisitionState.QUEUED);
		Call recheck = this.store.next(Operation.ACQUIRE);
		assertThat(recheck.isQueueing()).isTrue();
		assertThat(this.store.subscriptions()).as("attempts to subscribe").isGreaterThan(1);
		recheck.answer(AcquisitionState.GRANTED);
		assertThat(waiting).succeedsWithin(Duration.ofSeconds(20));
		this.store.release();
		waiting.join().close();
	}

}
