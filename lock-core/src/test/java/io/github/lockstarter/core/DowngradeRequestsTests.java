package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockState;
import io.github.lockstarter.core.PuppetStore.Call;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.core.platform.SteppedPlatform;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.Share;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for what the store is asked when a thread that had a lock alone only reads by
 * now.
 */
class DowngradeRequestsTests {

	private static final Duration LONG = Duration.ofMinutes(1);

	private static final Duration AMPLY = Duration.ofSeconds(20);

	private final PuppetStore store = new PuppetStore();

	private DefaultLockClient client = Clients.stallProofClient(this.store, "one");

	private final ExecutorService owner = Executors.newSingleThreadExecutor();

	@AfterEach
	void leavesNothingBehind() {
		LockEngine engine = this.client.engine();
		this.store.release();
		this.owner.shutdown();
		this.client.close();
		await().until(engine::isIdle);
	}

	private LockSpec lock() {
		return this.client.lock("stock").waitTime(LONG).leaseTime(LONG);
	}

	private <T> CompletableFuture<T> byTheOwner(Callable<T> task) {
		CompletableFuture<T> done = new CompletableFuture<>();
		this.owner.execute(() -> {
			try {
				done.complete(task.call());
			}
			catch (Throwable ex) {
				done.completeExceptionally(ex);
			}
		});
		return done;
	}

	private static <T> T result(CompletableFuture<T> done) {
		assertThat(done).succeedsWithin(AMPLY);
		return done.join();
	}

	/** The owner writes and reads, and stops writing. */
	private Owner downgraded() throws InterruptedException {
		CompletableFuture<LockHandle> writer = byTheOwner(() -> lock().acquire());
		Call written = this.store.next(Operation.ACQUIRE);
		written.answer(AcquisitionState.GRANTED);
		LockHandle held = result(writer);
		LockHandle reader = result(byTheOwner(() -> lock().read().acquire()));
		CompletableFuture<Void> closed = CompletableFuture.runAsync(held::close);
		Call shared = this.store.next(Operation.ACQUIRE);
		assertThat(shared.sequence()).isEqualTo(written.sequence());
		assertThat(shared.share()).isEqualTo(Share.READER);
		assertThat(shared.downgrades()).isTrue();
		assertThat(shared.isQueueing()).isFalse();
		return new Owner(reader, closed, shared);
	}

	/** What the client asks by itself, within half a minute. */
	private Call nextInTime(SteppedPlatform platform, Operation operation) throws InterruptedException {
		for (int second = 0; second < 30 && !this.store.isCalled(); second++) {
			platform.pass(Duration.ofSeconds(1));
		}
		assertThat(this.store.isCalled()).isTrue();
		return this.store.next(operation);
	}

	private void close(LockHandle reader) throws InterruptedException {
		CompletableFuture<Void> closed = CompletableFuture.runAsync(reader::close);
		this.store.next(Operation.RELEASE).answer(AcquisitionState.RELEASED);
		result(closed);
	}

	/** A grant that is pushed is claimed while it is held. */
	private void closeGranted(Call queued, CompletableFuture<LockHandle> next) throws InterruptedException {
		this.store.push(this.store.grantFor(queued, 9));
		LockHandle granted = result(next);
		this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
		close(granted);
	}

	@Test
	void theStoreIsAskedForAShareUnderTheSameNumber() throws InterruptedException {
		Owner owner = downgraded();
		assertThat(owner.closed()).isNotDone();
		owner.shared().answer(AcquisitionState.GRANTED, LONG);
		result(owner.closed());
		close(owner.reader());
	}

	@Test
	void theThreadReadsOnBeforeTheStoreHasAnswered() throws InterruptedException {
		Owner owner = downgraded();
		assertThat(owner.reader().state()).isEqualTo(LockState.HELD);
		close(owner.reader());
	}

	@Test
	void aRequestThatIsLostIsRepeatedUntilItIsGranted() throws InterruptedException {
		SteppedPlatform platform = new SteppedPlatform();
		this.client.close();
		this.client = Clients.client(this.store, platform);
		Owner owner = downgraded();
		owner.shared().fail();
		result(owner.closed());
		Call again = nextInTime(platform, Operation.ACQUIRE);
		assertThat(again.sequence()).isEqualTo(owner.shared().sequence());
		assertThat(again.share()).isEqualTo(Share.READER);
		assertThat(again.downgrades()).isTrue();
		again.fail();
		nextInTime(platform, Operation.ACQUIRE).answer(AcquisitionState.GRANTED, Duration.ofSeconds(3));
		nextInTime(platform, Operation.RENEW).answer(AcquisitionState.GRANTED, LONG);
		assertThat(owner.reader().isValid()).isTrue();
		close(owner.reader());
	}

	@Test
	void whoIsToldThatTheLockWasLostReadsNoMore() throws InterruptedException {
		Owner owner = downgraded();
		owner.shared().answer(AcquisitionState.LOST);
		result(owner.closed());
		await().until(owner.reader()::isLost);
		close(owner.reader());
	}

	@Test
	void itDoesNotPassToAWriterOfTheSameClient() throws InterruptedException {
		Owner owner = downgraded();
		owner.shared().answer(AcquisitionState.GRANTED, LONG);
		result(owner.closed());
		CompletableFuture<LockHandle> next = lock().acquireAsync().toCompletableFuture();
		Call queued = this.store.next(Operation.ACQUIRE);
		assertThat(queued.sequence()).isGreaterThan(owner.shared().sequence());
		assertThat(queued.share()).isNull();
		queued.answer(AcquisitionState.QUEUED, LONG);
		close(owner.reader());
		assertThat(next).isNotDone();
		closeGranted(queued, next);
	}

	@Test
	void aWriterThatWaitedForItIsAskedForAsSoonAsItIsShared() throws InterruptedException {
		CompletableFuture<LockHandle> writer = byTheOwner(() -> lock().acquire());
		this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
		LockHandle held = result(writer);
		LockHandle reader = result(byTheOwner(() -> lock().read().acquire()));
		CompletableFuture<LockHandle> next = lock().acquireAsync().toCompletableFuture();
		CompletableFuture<Void> closed = CompletableFuture.runAsync(held::close);
		this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED, LONG);
		Call queued = this.store.next(Operation.ACQUIRE);
		queued.answer(AcquisitionState.QUEUED, LONG);
		result(closed);
		close(reader);
		closeGranted(queued, next);
	}

	/** What is left of a thread that had the lock alone. */
	private record Owner(LockHandle reader, CompletableFuture<Void> closed, Call shared) {
	}

}
