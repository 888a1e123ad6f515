package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LocalHandover;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.core.PuppetStore.Call;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.store.AcquisitionState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for permits that pass from thread to thread of one JVM.
 */
class PassedPermitsTests {

	private static final Duration LONG = Duration.ofMinutes(1);

	private final PuppetStore store = new PuppetStore();

	private final DefaultLockClient client = new DefaultLockClient(LockStores.of(this.store),
			new LockSettings(LockOptions.NONE, Map.of()), new ClientIdentity("shop", "one"),
			new LockClientOptions(null, new LocalHandover(64, LONG)),
			new DefaultLockClient.Observers(LockEventListener.NONE, LockInstrumentation.NONE),
			new StallProofPlatform());

	@AfterEach
	void leavesNothingBehind() {
		LockEngine engine = this.client.engine();
		this.store.release();
		this.client.close();
		await().until(engine::isIdle);
	}

	private CompletableFuture<LockHandle> acquire(int permits, Duration lease) {
		return this.client.lock("exports")
			.permits(permits, 2)
			.leaseTime(lease)
			.waitTime(LONG)
			.acquireAsync()
			.toCompletableFuture();
	}

	private static LockHandle granted(CompletableFuture<LockHandle> waiting) {
		assertThat(waiting).succeedsWithin(Duration.ofSeconds(20));
		return waiting.join();
	}

	/** Holds two permits, and another waits for so many. */
	private CompletableFuture<LockHandle> waitsBehind(CompletableFuture<LockHandle> first, int permits, Duration lease)
			throws InterruptedException {
		this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED, LONG);
		granted(first);
		CompletableFuture<LockHandle> waiting = acquire(permits, lease);
		this.store.next(Operation.ACQUIRE).answer(AcquisitionState.QUEUED, LONG);
		return waiting;
	}

	@Test
	void passToOneThatWantsAsManyAndItsPlaceIsGivenBack() throws InterruptedException {
		CompletableFuture<LockHandle> first = acquire(2, LONG);
		CompletableFuture<LockHandle> waiting = waitsBehind(first, 2, LONG);
		first.join().close();
		LockHandle next = granted(waiting);
		Call place = this.store.next(Operation.RELEASE);
		place.answer(AcquisitionState.CANCELLED);
		assertThat(next.isValid()).isTrue();
		CompletableFuture<Void> closed = next.closeAsync().toCompletableFuture();
		Call release = this.store.next(Operation.RELEASE);
		assertThat(release.sequence()).as("the share itself").isLessThan(place.sequence());
		release.answer(AcquisitionState.RELEASED);
		assertThat(closed).succeedsWithin(Duration.ofSeconds(20));
	}

	@Test
	void areReturnedForOneThatWantsAnotherNumber() throws InterruptedException {
		assertReturnedFor(1, LONG);
	}

	@Test
	void areReturnedForOneThatWantsAnotherLease() throws InterruptedException {
		assertReturnedFor(2, LONG.plus(LONG));
	}

	private void assertReturnedFor(int permits, Duration lease) throws InterruptedException {
		CompletableFuture<LockHandle> first = acquire(2, LONG);
		CompletableFuture<LockHandle> waiting = waitsBehind(first, permits, lease);
		CompletableFuture<Void> closed = first.join().closeAsync().toCompletableFuture();
		this.store.next(Operation.RELEASE).answer(AcquisitionState.RELEASED);
		assertThat(closed).succeedsWithin(Duration.ofSeconds(20));
		assertThat(waiting).isNotDone();
		waiting.cancel(false);
	}

}
