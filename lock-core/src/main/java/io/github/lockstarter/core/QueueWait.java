package io.github.lockstarter.core;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.containment.FailureIsolation;
import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.queue.LockQueues;
import io.github.lockstarter.core.queue.Refusal;
import io.github.lockstarter.core.queue.WaitLimits;
import io.github.lockstarter.core.queue.Waiter;
import org.jspecify.annotations.Nullable;

/**
 * Waits in the queue of a lock until it is served or refused, or its time is over.
 */
final class QueueWait implements LockWait {

	/** A wait without a limit is looked at so often, to notice a silent store. */
	private static final long SLICE_NANOS = TimeUnit.SECONDS.toNanos(30);

	private final Platform platform;

	private final LockQueues queues;

	private final Waiter waiter;

	private long until;

	QueueWait(Platform platform, LockQueues queues, Waiter waiter) {
		WaitLimits limits = waiter.limits();
		this.platform = platform;
		this.queues = queues;
		this.waiter = waiter;
		this.until = limits.isEndless() ? platform.nanoTime() + SLICE_NANOS
				: limits.waitsForHolders() ? limits.until() : limits.answerBy();
	}

	@Override
	public void begin() {
		this.queues.join(this.waiter);
	}

	@Override
	public @Nullable Hold goOn() throws Refusal {
		if (this.waiter.wasOffered()) {
			this.queues.take(this.waiter);
		}
		if (!this.waiter.isDone() && isTimeOver()) {
			this.until = (this.waiter.limits().isEndless() && !this.queues.isUnavailable(this.waiter))
					? this.platform.nanoTime() + SLICE_NANOS : this.queues.timeIsOver(this.waiter);
		}
		return this.waiter.hold();
	}

	private boolean isTimeOver() {
		return this.until != Long.MAX_VALUE && this.until - this.platform.nanoTime() <= 0;
	}

	@Override
	public CompletableFuture<?> awaited() {
		return this.waiter.awaited();
	}

	@Override
	public long until() {
		return this.until;
	}

	@Override
	public void leave() {
		if (!this.waiter.isCompletedExceptionally()) {
			this.waiter.thenAccept((hold) -> FailureIsolation.run("Giving back a lock", hold::abandon));
			FailureIsolation.run("Giving up a lock", () -> this.queues.leave(this.waiter));
		}
	}

}
