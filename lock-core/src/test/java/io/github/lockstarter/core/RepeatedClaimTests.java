package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockState;
import io.github.lockstarter.core.PuppetStore.Call;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.store.AcquisitionState;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for a claim during which memory is exhausted once: it could not be planned, and
 * is planned once more, or its JVM lease could not be watched over until it is answered.
 */
class RepeatedClaimTests {

	/** A claim is planned for so soon, and no end of a lease is. */
	private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

	private final AtomicBoolean exhausted = new AtomicBoolean();

	/** Whether the claim can't be planned, or else its JVM lease not be watched over. */
	private volatile boolean planning;

	private final PuppetStore store = new PuppetStore();

	private final DefaultLockClient client = Clients.client(this.store, new Exhausted());

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void theLeaseOfWhatWasClaimedIsWatchedOn(boolean planning) throws InterruptedException {
		CompletableFuture<LockHandle> waiting = this.client.lock("order:42").acquireAsync().toCompletableFuture();
		Call queued = this.store.next(Operation.ACQUIRE);
		queued.answer(AcquisitionState.QUEUED);
		this.planning = planning;
		this.exhausted.set(true);
		this.store.push(this.store.grantFor(queued, 5));
		Call claim = this.store.next(Operation.ACQUIRE);
		await().untilFalse(this.exhausted);
		assertThat(waiting).succeedsWithin(Duration.ofSeconds(20));
		claim.answer(AcquisitionState.GRANTED);
		await().until(waiting.join()::state, LockState.HELD::equals);
		this.store.release();
		waiting.join().close();
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	private final class Exhausted extends StallProofPlatform {

		@Override
		protected long delay(long nanos) {
			if ((RepeatedClaimTests.this.planning ? isPlanning() : isWatching(nanos))
					&& RepeatedClaimTests.this.exhausted.compareAndSet(true, false)) {
				throw new OutOfMemoryError("thrown by a test");
			}
			return nanos;
		}

		private static boolean isPlanning() {
			return StackWalker.getInstance()
				.walk((frames) -> frames.anyMatch((frame) -> frame.getClassName().endsWith(".DeferredClaims")));
		}

		private static boolean isWatching(long nanos) {
			return nanos > SOON_NANOS && Thread.currentThread().getName().startsWith("lock-timer");
		}

	}

}
