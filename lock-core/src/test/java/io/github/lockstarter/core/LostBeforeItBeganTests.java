package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.core.platform.Timer;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for a thread that stands still while it takes over a granted lock, for longer
 * than its lease.
 */
class LostBeforeItBeganTests {

	private static final Duration LEASE = Duration.ofSeconds(5);

	private static final Duration AMPLY = Duration.ofSeconds(20);

	private final StandingStill platform = new StandingStill();

	private final DefaultLockClient client = Clients.client(StallProofMemory.newStore(), this.platform);

	@Test
	void aShutdownDoesNotWaitForIt() {
		this.platform.next.set(true);
		LockHandle held = this.client.lock("key").leaseTime(LEASE).autoRenew(false).acquire();
		assertThat(held.isLost()).isTrue();
		assertThat(this.platform.next).isFalse();
		assertThat(CompletableFuture.runAsync(() -> this.client.stop(AMPLY.multipliedBy(3)))).succeedsWithin(AMPLY);
		held.close();
	}

	/** A thread stands still once its lock is watched over, before its caller has it. */
	private final class StandingStill extends StallProofPlatform {

		private final AtomicBoolean next = new AtomicBoolean();

		private final AtomicLong later = new AtomicLong();

		private volatile Timer timer = super.timer("unused");

		@Override
		public long nanoTime() {
			if (this.next.get() && isBeginning() && this.next.compareAndSet(true, false)) {
				this.later.addAndGet(LEASE.toNanos());
				LostBeforeItBeganTests.this.client.engine().holdLifecycle().doubted();
				awaitTimer();
			}
			return super.nanoTime() + this.later.get();
		}

		private static boolean isBeginning() {
			return StackWalker.getInstance()
				.walk((frames) -> frames
					.anyMatch((frame) -> frame.getClassName().equals(DefaultHoldLifecycle.class.getName())
							&& frame.getMethodName().equals("began")));
		}

		/** It is one thread, so whatever came before is done. */
		private void awaitTimer() {
			CompletableFuture<Void> done = new CompletableFuture<>();
			this.timer.schedule(() -> done.complete(null), TimeUnit.MILLISECONDS.toNanos(50));
			done.join();
		}

		@Override
		public Timer timer(String name) {
			this.timer = super.timer(name);
			return this.timer;
		}

	}

}
