package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockScope;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for locks that are granted at the very moment in which a shutdown looks whether
 * any is held.
 */
class GrantedWhileDrainingTests {

	private static final Duration AMPLY = Duration.ofSeconds(30);

	private final LockStore store = StallProofMemory.newStore();

	private final Interrupted platform = new Interrupted();

	private final DefaultLockClient client = Clients.client(this.store, this.platform);

	private final DefaultLockClient other = Clients.stallProofClient(this.store, "two");

	@AfterEach
	void leavesNothingBehind() {
		this.platform.goOn.countDown();
		await().until(this.client.engine()::isIdle);
		this.client.close();
		this.other.close();
	}

	private CompletableFuture<LockHandle> acquire(String key) {
		return this.client.lock(key).acquireAsync().toCompletableFuture();
	}

	private static LockHandle join(CompletableFuture<LockHandle> acquired) {
		return acquired.orTimeout(AMPLY.toSeconds(), TimeUnit.SECONDS).join();
	}

	@Test
	void aGrantThatDidNotReachItsCallerYetIsWaitedFor() throws InterruptedException {
		this.platform.granting.set(true);
		CompletableFuture<LockHandle> acquired = CompletableFuture.supplyAsync(() -> join(acquire("key")));
		assertThat(this.platform.reached.await(AMPLY.toSeconds(), TimeUnit.SECONDS)).isTrue();
		CompletableFuture<?> drained = Clients.drain(this.client);
		assertThat(drained).isNotDone();
		this.platform.goOn.countDown();
		LockHandle held = join(acquired);
		assertThat(held.isValid()).isTrue();
		assertThat(drained).isNotDone();
		held.close();
		assertThat(drained).succeedsWithin(AMPLY);
	}

	@Test
	void aNestedGrantAfterTheLastReleaseIsWaitedFor() throws InterruptedException {
		LockHandle blocking = this.other.lock("nested").acquire().detach();
		LockHandle outer = join(acquire("outer"));
		LockScope before = LockContext.enter(LockScope.NONE.with("", outer).propagated());
		CompletableFuture<LockHandle> nested = acquire("nested");
		LockContext.enter(before);
		await().until(() -> this.client.waiting().size() == 1);
		this.platform.draining.set(true);
		CompletableFuture<Void> stopped = CompletableFuture.runAsync(() -> this.client.stop(AMPLY.multipliedBy(2)));
		assertThat(this.platform.reached.await(AMPLY.toSeconds(), TimeUnit.SECONDS)).isTrue();
		outer.close();
		blocking.close();
		LockHandle held = join(nested);
		this.platform.goOn.countDown();
		await().during(Duration.ofMillis(400)).until(() -> !stopped.isDone());
		assertThat(held.isValid()).isTrue();
		held.close();
		assertThat(stopped).succeedsWithin(AMPLY);
	}

	/** A thread stands still where a test wants it to, until that lets it go on. */
	private static final class Interrupted extends StallProofPlatform {

		private final AtomicBoolean granting = new AtomicBoolean();

		private final AtomicBoolean draining = new AtomicBoolean();

		private final CountDownLatch reached = new CountDownLatch(1);

		private final CountDownLatch goOn = new CountDownLatch(1);

		@Override
		public long nanoTime() {
			if (this.granting.get() && isBeginning() && this.granting.compareAndSet(true, false)) {
				standStill();
			}
			return super.nanoTime();
		}

		private static boolean isBeginning() {
			return StackWalker.getInstance()
				.walk((frames) -> frames
					.anyMatch((frame) -> frame.getClassName().equals(DefaultHoldLifecycle.class.getName())
							&& frame.getMethodName().equals("began")));
		}

		/** Only the wait for holders takes that long. */
		@Override
		public void await(CompletableFuture<?> future, long nanos) throws InterruptedException {
			boolean first = nanos > AMPLY.toNanos() && this.draining.compareAndSet(true, false);
			if (first) {
				this.reached.countDown();
			}
			super.await(future, nanos);
			if (first) {
				this.goOn.await();
			}
		}

		private void standStill() {
			this.reached.countDown();
			try {
				this.goOn.await();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

}
