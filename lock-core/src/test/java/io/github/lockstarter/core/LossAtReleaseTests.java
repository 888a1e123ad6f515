package io.github.lockstarter.core;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.core.PuppetStore.Call;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.testing.StallProofTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for losses that the store reports in its answer to the release.
 */
class LossAtReleaseTests {

	private final PuppetStore store = new PuppetStore();

	private final DefaultLockClient client = Clients.stallProofClient(this.store, "one");

	@AfterEach
	void leavesNothingBehind() {
		this.store.release();
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	private LockHandle acquire(String... keys) throws InterruptedException {
		CompletableFuture<LockHandle> handle = this.client.lock(List.of(keys)).acquireAsync().toCompletableFuture();
		for (int i = 0; i < keys.length; i++) {
			this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
		}
		return handle.join();
	}

	/** The answers come when all releases were sent, and the handle waits for them. */
	private void close(LockHandle handle, AcquisitionState... answers) throws InterruptedException {
		Thread closing = new Thread(handle::close);
		closing.start();
		List<Call> releases = new ArrayList<>();
		for (int i = 0; i < answers.length; i++) {
			releases.add(this.store.next(Operation.RELEASE));
		}
		await().until(closing::getState, Thread.State.TIMED_WAITING::equals);
		for (int i = 0; i < answers.length; i++) {
			releases.get(i).answer(answers[i]);
		}
		closing.join();
	}

	@Test
	void runTheCallbacks() throws InterruptedException {
		AtomicBoolean told = new AtomicBoolean();
		LockHandle handle = acquire("key").onLost(() -> told.set(true));
		close(handle, AcquisitionState.LOST);
		assertThat(handle.isLost()).isTrue();
		await().untilTrue(told);
	}

	@Test
	void runTheCallbacksOfSeveralKeysOnce() throws InterruptedException {
		AtomicInteger told = new AtomicInteger();
		AtomicBoolean toldLast = new AtomicBoolean();
		LockHandle handle = acquire("a", "b", "c").onLost(told::incrementAndGet);
		handle.onLost(() -> toldLast.set(true));
		close(handle, AcquisitionState.LOST, AcquisitionState.LOST, AcquisitionState.RELEASED);
		await().untilTrue(toldLast);
		await().untilAtomic(told, (count) -> assertThat(count).isEqualTo(1));
	}

	@Test
	void areNoneIfTheReleaseOnlyCameAfterTheLease() throws InterruptedException {
		AtomicBoolean told = new AtomicBoolean();
		LockHandle handle = acquire("key").onLost(() -> told.set(true));
		Thread closing = new Thread(handle::close);
		closing.start();
		Call release = this.store.next(Operation.RELEASE);
		StallProofTime.leap(PuppetStore.LEASE);
		release.answer(AcquisitionState.LOST);
		closing.join();
		await().until(this.client.engine()::isIdle);
		assertThat(handle.isLost()).isFalse();
		assertThat(told).isFalse();
	}

	@Test
	void runNoCallbackOfAHandleThatHadLeftBefore() throws InterruptedException {
		AtomicBoolean toldInner = new AtomicBoolean();
		AtomicBoolean toldOuter = new AtomicBoolean();
		CompletableFuture<Void> granted = CompletableFuture.runAsync(() -> answerNext(Operation.ACQUIRE));
		LockHandle outer = this.client.lock("key").acquire();
		granted.join();
		LockHandle inner = this.client.lock("key").acquire().onLost(() -> toldInner.set(true));
		outer.onLost(() -> toldOuter.set(true));
		inner.close();
		close(outer, AcquisitionState.LOST);
		await().untilTrue(toldOuter);
		assertThat(toldInner).isFalse();
	}

	private void answerNext(Operation operation) {
		try {
			this.store.next(operation).answer(AcquisitionState.GRANTED);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
