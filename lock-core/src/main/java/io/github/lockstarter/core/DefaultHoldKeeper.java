package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

import io.github.lockstarter.LocalHandover;
import io.github.lockstarter.containment.BackgroundLog;
import io.github.lockstarter.containment.Contained;
import io.github.lockstarter.containment.StackProbe;
import io.github.lockstarter.core.hold.AdaptiveLeases;
import io.github.lockstarter.core.hold.EventDispatcher;
import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.hold.HoldKeeper;
import io.github.lockstarter.core.hold.HoldName;
import io.github.lockstarter.core.hold.LeaseRenewals;
import io.github.lockstarter.core.hold.OpenHolds;
import io.github.lockstarter.core.hold.ReentryMap;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.Timer;
import io.github.lockstarter.core.queue.Gates;
import io.github.lockstarter.core.queue.Refusal;
import io.github.lockstarter.core.queue.StoreRequests;
import io.github.lockstarter.core.queue.Waiter;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.StoreAnswer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after the holds of one client, from their beginning until the store has heard of
 * their end, and has the gates that they come from. Thread-safe.
 */
final class DefaultHoldKeeper implements HoldKeeper {

	private static final Logger logger = LoggerFactory.getLogger(DefaultHoldKeeper.class);

	private final Timer timer;

	private final ReentryMap threads;

	private final LeaseRenewals renewals;

	private final AdaptiveLeases adaptiveLeases;

	private final EventDispatcher events;

	private final OpenHolds holds;

	private final Gates gates;

	private final SlowLockReporter slowLocks;

	DefaultHoldKeeper(Platform platform, Timer timer, LockSession session, StoreRequests requests, LocalHandover bounds,
			Function<Waiter, @Nullable Refusal> refusals, OpenHolds holds, ReentryMap threads, LeaseRenewals renewals,
			AdaptiveLeases adaptiveLeases, EventDispatcher events) {
		this.holds = holds;
		this.timer = timer;
		this.threads = threads;
		this.renewals = renewals;
		this.adaptiveLeases = adaptiveLeases;
		this.events = events;
		this.gates = new Gates(platform, timer, requests, bounds, refusals, this::began, this::waits, this);
		this.slowLocks = new SlowLockReporter(platform, timer, this.gates, session);
	}

	Gates gates() {
		return this.gates;
	}

	/** The holds whose end the store has not heard of. */
	OpenHolds holds() {
		return this.holds;
	}

	private void waits(Waiter waiter) {
		this.slowLocks.waits(waiter);
	}

	@Override
	public void opened(Hold hold) {
		this.holds.add(hold);
	}

	/** It may have been lost before this thread came so far. */
	private void began(Hold hold) {
		this.holds.watch();
		this.slowLocks.holds(hold);
		if (hold.isLost()) {
			this.holds.remove(hold);
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
			this.timer.schedule(() -> leftHere(hold).whenComplete((answer, failure) -> left.complete(answer)), 0);
		}
		catch (StackOverflowError | RejectedExecutionException ex) {
			left.complete(null);
		}
		return left;
	}

	/** The next holder does not wait until all have been told. */
	private CompletionStage<@Nullable StoreAnswer> leftHere(Hold hold) {
		Duration held = hold.age();
		Contained.run("Releasing a lock", () -> this.threads.remove(hold));
		try {
			return this.gates.left(hold);
		}
		finally {
			Contained.run("Telling of a release", () -> released(hold, held));
		}
	}

	private void released(Hold hold, Duration held) {
		this.slowLocks.released(hold);
		if (hold.isUsed()) {
			this.adaptiveLeases.record(hold.request(), held);
			this.events.released(hold.request().call(), held);
		}
	}

	@Override
	public CompletionStage<Void> downgraded(Hold hold) {
		return this.gates.downgraded(hold.turn());
	}

	@Override
	public void closed(Hold hold) {
		this.holds.remove(hold);
	}

	/**
	 * The lock was lost. Its thread is to hear of that when it enters again, until its
	 * handle is closed or dropped.
	 */
	@Override
	public void lost(Hold hold, String reason) {
		Contained.run("A warning", () -> BackgroundLog.warn(logger,
				"Lock " + HoldName.of(hold) + " was lost: " + reason + ". What it protects may run twice."));
		this.events.lost(hold, reason);
		hold.lossCallbacks().fire();
		this.renewals.end(hold.turn());
		this.gates.lost(hold.turn());
		this.holds.remove(hold);
		this.slowLocks.released(hold);
	}

	@Override
	public void dropped(Hold hold, long remaining) {
		boolean last = hold.isLeft();
		Contained.run("A warning", () -> BackgroundLog.warn(logger,
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
	public void leftLate(Hold hold) {
		this.holds.remove(hold);
		this.events.releasedLate(hold);
	}

	@Override
	public CompletionStage<Void> extend(Hold hold, Duration lease) {
		return this.renewals.extend(hold, lease);
	}

	@Override
	public void detached(Hold hold) {
		this.threads.detach(hold);
	}

	/** Whether nothing is held or waited for. */
	boolean isIdle() {
		return this.gates.isEmpty() && this.holds.isEmpty();
	}

	/** How many of its timers are set. */
	int timers() {
		return Stream.of(this.gates.looks(), this.slowLocks.timer(), this.holds.timer())
			.mapToInt((timer) -> timer.isSet() ? 1 : 0)
			.sum();
	}

}
