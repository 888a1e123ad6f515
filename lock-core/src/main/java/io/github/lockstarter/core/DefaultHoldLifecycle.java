package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

import io.github.lockstarter.containment.BackgroundLog;
import io.github.lockstarter.containment.FailureIsolation;
import io.github.lockstarter.containment.StackProbe;
import io.github.lockstarter.core.hold.AdaptiveLeases;
import io.github.lockstarter.core.hold.EventDispatcher;
import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.hold.HoldName;
import io.github.lockstarter.core.hold.Holds;
import io.github.lockstarter.core.hold.LeaseRenewals;
import io.github.lockstarter.core.hold.LockPlan;
import io.github.lockstarter.core.queue.LockQueues;
import io.github.lockstarter.core.queue.QueueOwner;
import io.github.lockstarter.core.queue.Waiter;
import io.github.lockstarter.store.StoreAnswer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after the holds of one client, from their beginning until the store has heard of
 * their end, and has the queues that they come from. Thread-safe.
 */
final class DefaultHoldLifecycle implements QueueOwner {

	private static final Logger logger = LoggerFactory.getLogger(DefaultHoldLifecycle.class);

	private final LeaseRenewals renewals;

	private final AdaptiveLeases adaptiveLeases;

	private final EventDispatcher events;

	/** Whether somebody wants to hear of locks that are released. */
	private final boolean heard;

	private final Holds holds;

	private final LockQueues queues;

	private final SlowLockReporter slowLocks;

	/**
	 * @param queues makes the queues, which are to tell this
	 * @param slowLocks makes what reports those that are held or waited for too long
	 */
	DefaultHoldLifecycle(Holds holds, LeaseRenewals renewals, AdaptiveLeases adaptiveLeases, EventDispatcher events,
			Function<QueueOwner, LockQueues> queues, Function<LockQueues, SlowLockReporter> slowLocks) {
		this.holds = holds;
		this.renewals = renewals;
		this.adaptiveLeases = adaptiveLeases;
		this.events = events;
		this.heard = events.isHeard();
		this.queues = queues.apply(this);
		this.slowLocks = slowLocks.apply(this.queues);
	}

	LockQueues queues() {
		return this.queues;
	}

	@Override
	public void waits(Waiter waiter) {
		this.slowLocks.waits(waiter);
	}

	@Override
	public void opened(Hold hold) {
		this.holds.open(hold);
	}

	/** It may have been lost before this thread came so far. */
	@Override
	public void began(Hold hold) {
		this.holds.watch();
		if (hold.request().warnAfter() != null) {
			this.slowLocks.holds(hold);
		}
		if (hold.isLost()) {
			this.holds.close(hold);
			this.slowLocks.released(hold);
		}
	}

	@Override
	public CompletionStage<@Nullable StoreAnswer> left(Hold hold) {
		return StackProbe.lastsForCall() ? leftHere(hold) : leftElsewhere(hold);
	}

	/** If not even this can be done, the lease's next renewal comes upon the hold. */
	private CompletionStage<@Nullable StoreAnswer> leftElsewhere(Hold hold) {
		CompletableFuture<@Nullable StoreAnswer> left = new CompletableFuture<>();
		try {
			this.queues
				.elsewhere(List.of(() -> leftHere(hold).whenComplete((answer, failure) -> left.complete(answer))));
		}
		catch (StackOverflowError | RejectedExecutionException ex) {
			left.complete(null);
		}
		return left;
	}

	private CompletionStage<@Nullable StoreAnswer> leftHere(Hold hold) {
		FailureIsolation.run("Releasing a lock", () -> this.holds.left(hold));
		return isWatched(hold) ? leftAndTold(hold) : this.queues.left(hold);
	}

	/** Whether anybody is to be told when the hold is left. */
	private boolean isWatched(Hold hold) {
		return this.heard || hold.request().plan().isTimed();
	}

	/** The next holder does not wait until all have been told. */
	private CompletionStage<@Nullable StoreAnswer> leftAndTold(Hold hold) {
		Duration held = hold.lease().age();
		try {
			return this.queues.left(hold);
		}
		finally {
			FailureIsolation.run("Telling of a release", () -> released(hold, held));
		}
	}

	private void released(Hold hold, Duration held) {
		LockPlan plan = hold.request().plan();
		if (plan.warnAfter() != null) {
			this.slowLocks.released(hold);
		}
		if (hold.lease().isUsed()) {
			if (plan.adaptiveLease() != null) {
				this.adaptiveLeases.record(hold.request(), held);
			}
			if (this.heard) {
				this.events.released(hold.request(), held);
			}
		}
	}

	@Override
	public CompletionStage<Void> downgraded(Hold hold) {
		return this.queues.downgraded(hold.jvmLease());
	}

	@Override
	public void closed(Hold hold) {
		this.holds.close(hold);
	}

	/**
	 * The lock was lost. Its thread is to hear of that when it enters again, until its
	 * handle is closed or dropped.
	 */
	@Override
	public void lost(Hold hold, String reason) {
		FailureIsolation.run("A warning", () -> BackgroundLog.warn(logger,
				"Lock " + HoldName.of(hold) + " was lost: " + reason + ". What it protects may run twice."));
		this.events.lost(hold, reason);
		hold.lossCallbacks().fire();
		this.renewals.end(hold.jvmLease());
		this.queues.lost(hold.jvmLease());
		this.holds.close(hold);
		this.slowLocks.released(hold);
	}

	@Override
	public void dropped(Hold hold, long remaining) {
		boolean last = hold.isLeft();
		FailureIsolation.run("A warning", () -> BackgroundLog.warn(logger,
				"The handle of lock " + HoldName.of(hold) + " was dropped without being closed" + hold.acquired()
						+ (last ? ". Its lease is not renewed any more and ends in "
								+ TimeUnit.NANOSECONDS.toMillis(remaining) + " ms; what it protects may run twice."
								: ". Once its other handles are closed, it is not released, but ends with its lease.")
						+ " Close each handle, for example by try-with-resources."));
		if (last) {
			this.events.lost(hold, "its handle was dropped without being closed");
			hold.lossCallbacks().fire();
		}
	}

	@Override
	public void doubted() {
		this.renewals.lookNow();
	}

	@Override
	public void leftAfterLoss(Hold hold) {
		this.holds.close(hold);
		this.events.releasedAfterLoss(hold);
	}

	@Override
	public CompletionStage<Void> extend(Hold hold, Duration lease) {
		return this.renewals.extend(hold, lease);
	}

	@Override
	public void detached(Hold hold) {
		this.holds.detach(hold);
	}

	/** Whether nothing is held or waited for. */
	boolean isIdle() {
		return this.queues.isEmpty() && this.holds.isIdle();
	}

	/** Number of its timers that are set. */
	int timers() {
		return Stream.of(this.queues.looks(), this.slowLocks.timer(), this.holds.timer())
			.mapToInt((timer) -> timer.isSet() ? 1 : 0)
			.sum();
	}

}
