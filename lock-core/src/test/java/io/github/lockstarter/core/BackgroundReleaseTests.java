package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;

import io.github.lockstarter.LocalHandover;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.core.PuppetStore.Call;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.store.AcquisitionState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for releases whose answers nobody waits for.
 */
class BackgroundReleaseTests {

	private static final Duration AMPLY = Duration.ofSeconds(20);

	private final PuppetStore store = new PuppetStore();

	private final DefaultLockClient waiting = Clients.stallProofClient(this.store, "one");

	private final DefaultLockClient client = Clients.client(this.store,
			new LockClientOptions(null, LocalHandover.DEFAULT, true), LockEventListener.NONE, LockInstrumentation.NONE,
			new StallProofPlatform());

	@AfterEach
	void leavesNothingBehind() {
		this.store.release();
		await().until(() -> this.waiting.engine().isIdle() && this.client.engine().isIdle());
		this.waiting.close();
		this.client.close();
	}

	private LockHandle acquire(DefaultLockClient by) throws InterruptedException {
		CompletableFuture<LockHandle> handle = by.lock("key").acquireAsync().toCompletableFuture();
		this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
		return handle.join();
	}

	@Test
	void closingAsynchronouslyWaitsForNothingAndCompletesWithTheAnswer() throws InterruptedException {
		LockHandle handle = acquire(this.waiting);
		CompletableFuture<Void> closed = handle.closeAsync().toCompletableFuture();
		Call release = this.store.next(Operation.RELEASE);
		assertThat(closed).isNotDone();
		assertThat(handle.isValid()).isFalse();
		release.answer(AcquisitionState.RELEASED);
		assertThat(closed).succeedsWithin(AMPLY);
		assertThat(handle.isLost()).isFalse();
		assertThat(handle.closeAsync()).isCompleted();
	}

	@Test
	void aStageThatBlocksHoldsUpNobodyElse() throws InterruptedException {
		CompletableFuture<Void> end = new CompletableFuture<>();
		CompletableFuture<Void> blocked = acquire(this.waiting).closeAsync().thenRun(end::join).toCompletableFuture();
		this.store.next(Operation.RELEASE).answer(AcquisitionState.RELEASED);
		CompletableFuture<Void> closed = acquire(this.waiting).closeAsync().toCompletableFuture();
		this.store.next(Operation.RELEASE).answer(AcquisitionState.RELEASED);
		assertThat(closed).succeedsWithin(AMPLY);
		end.complete(null);
		assertThat(blocked).succeedsWithin(AMPLY);
	}

	@Test
	void whatTheAnswerTellsOfALossIsKnownWhenItCompletes() throws InterruptedException {
		LockHandle handle = acquire(this.waiting);
		CompletableFuture<Void> closed = handle.closeAsync().toCompletableFuture();
		this.store.next(Operation.RELEASE).answer(AcquisitionState.LOST);
		assertThat(closed).succeedsWithin(AMPLY);
		assertThat(handle.isLost()).isTrue();
	}

	@Test
	void aReleaseThatFailsCompletesItAndIsRepeated() throws InterruptedException {
		CompletableFuture<Void> closed = acquire(this.waiting).closeAsync().toCompletableFuture();
		this.store.next(Operation.RELEASE).fail();
		assertThat(closed).succeedsWithin(AMPLY);
		this.store.next(Operation.RELEASE).answer(AcquisitionState.RELEASED);
	}

	@Test
	void aReleaseThatIsNotAnsweredCompletesItAllTheSame() throws InterruptedException {
		CompletableFuture<Void> closed = acquire(this.waiting).closeAsync().toCompletableFuture();
		Call release = this.store.next(Operation.RELEASE);
		assertThat(closed).succeedsWithin(AMPLY);
		release.answer(AcquisitionState.RELEASED);
	}

	@Test
	void closingWaitsForTheAnswerUnlessToldOtherwise() throws InterruptedException {
		LockHandle handle = acquire(this.waiting);
		Thread closing = new Thread(handle::close);
		closing.start();
		Call release = this.store.next(Operation.RELEASE);
		await().until(closing::getState, Thread.State.TIMED_WAITING::equals);
		release.answer(AcquisitionState.RELEASED);
		closing.join();
	}

	/** This thread could not answer the release if it waited for that. */
	@Test
	void closingInTheBackgroundWaitsForNothing() throws InterruptedException {
		LockHandle handle = acquire(this.client);
		handle.close();
		assertThat(this.store.isCalled()).isTrue();
		assertThat(this.client.engine().isIdle()).isFalse();
		this.store.next(Operation.RELEASE).answer(AcquisitionState.RELEASED);
	}

	@Test
	void aLockWhoseLossIsToFailTheCallIsWaitedForAllTheSame() throws InterruptedException {
		CompletableFuture<Void> granted = CompletableFuture.runAsync(this::grantNext);
		CompletableFuture<Void> called = CompletableFuture
			.runAsync(() -> this.client.lock("key").onLoss(LossPolicy.FAIL).run(() -> {
			}));
		granted.join();
		this.store.next(Operation.RELEASE).answer(AcquisitionState.LOST);
		assertThat(called).failsWithin(AMPLY).withThrowableThat().withCauseInstanceOf(LockLostException.class);
	}

	@Test
	void unlockingInTheBackgroundWaitsForNothing() throws InterruptedException {
		CompletableFuture<Void> granted = CompletableFuture.runAsync(this::grantNext);
		Lock lock = this.client.lock("key").asLock();
		lock.lock();
		granted.join();
		lock.unlock();
		assertThat(this.client.engine().isIdle()).isFalse();
		this.store.next(Operation.RELEASE).answer(AcquisitionState.RELEASED);
	}

	private void grantNext() {
		try {
			this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void aShutdownWaitsForReleasesInTheBackground() throws InterruptedException {
		acquire(this.client).close();
		Call release = this.store.next(Operation.RELEASE);
		Thread stopping = new Thread(() -> this.client.stop(AMPLY));
		stopping.start();
		await().until(stopping::getState, Thread.State.TIMED_WAITING::equals);
		assertThat(this.client.engine().isClosed()).isFalse();
		release.answer(AcquisitionState.RELEASED);
		stopping.join();
		assertThat(this.client.engine().isClosed()).isTrue();
	}

}
