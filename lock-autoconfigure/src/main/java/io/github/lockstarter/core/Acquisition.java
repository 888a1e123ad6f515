package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.BackOff;
import io.github.lockstarter.LockException;
import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOutcome;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.hold.EventDispatcher;
import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.hold.LockRequest;
import io.github.lockstarter.core.hold.ReentryMap;
import io.github.lockstarter.core.platform.Contained;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.queue.Gates;
import io.github.lockstarter.core.queue.Refusal;
import io.github.lockstarter.core.queue.WaitLimits;
import io.github.lockstarter.core.queue.Waiter;
import io.github.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * One call for one or several locks, key by key, in steps that don't block. Whoever runs
 * it waits between them in its own way, and goes on when what is awaited is done or the
 * time is over. Used by one thread at a time.
 */
final class Acquisition {

	/** A wait without a limit is looked at so often, to notice a silent store. */
	private static final long SLICE_NANOS = TimeUnit.SECONDS.toNanos(30);

	private static final CompletableFuture<?> NOTHING = CompletableFuture.completedFuture(null);

	private final Platform platform;

	private final Gates gates;

	private final ReentryMap threads;

	private final EventDispatcher events;

	private final LockRequest request;

	private final WaitLimits limits;

	private final boolean blocking;

	private final List<Hold> holds;

	/** How many of the keys are done. */
	private int taken;

	private Phase phase = Phase.NEXT_KEY;

	private CompletableFuture<?> awaited = NOTHING;

	private long until;

	private @Nullable Waiter waiter;

	private @Nullable Visit visit;

	private @Nullable Throwable thrown;

	/**
	 * Begin a call, which has asked for nothing yet.
	 * @param blocking whether the calling thread runs it, and is going to be the holder:
	 * then it enters again what it holds already
	 */
	Acquisition(Platform platform, Gates gates, ReentryMap threads, EventDispatcher events, LockRequest request,
			Duration waitTime, boolean blocking) {
		this.platform = platform;
		this.gates = gates;
		this.threads = threads;
		this.events = events;
		this.request = request;
		this.limits = WaitLimits.of(platform.nanoTime(), waitTime);
		this.blocking = blocking;
		this.holds = new ArrayList<>(request.keys().size());
	}

	/**
	 * Go as far as possible.
	 * @return false when it has ended
	 */
	boolean advance() {
		try {
			while (!isEnded()) {
				if (!hasGoneOn()) {
					return true;
				}
			}
			if (this.thrown == null && this.holds.size() > 1) {
				this.holds.forEach(Hold::checkNotLost);
			}
		}
		catch (Throwable ex) {
			fail(ex);
		}
		return false;
	}

	private boolean hasGoneOn() {
		return switch (this.phase) {
			case NEXT_KEY -> nextKey();
			case WAITING -> isServed(Objects.requireNonNull(this.waiter));
			case PAUSING -> Objects.requireNonNull(this.visit).isOver();
			case LENGTHENING -> isLengthened();
		};
	}

	private boolean isEnded() {
		return this.thrown != null || this.taken == this.request.keys().size();
	}

	/** Whether the calling thread holds all of it already. */
	boolean isAgain() {
		return this.blocking && this.request.keys().stream().allMatch((key) -> this.threads.find(key) != null);
	}

	/** What is awaited. */
	CompletableFuture<?> awaited() {
		return this.awaited;
	}

	/** Until when it is awaited, on the monotonic clock. */
	long until() {
		return this.until;
	}

	WaitLimits limits() {
		return this.limits;
	}

	/**
	 * The holds, when it has ended.
	 * @throws LockException if there are none
	 */
	List<Hold> result() {
		if (this.thrown instanceof Error error) {
			throw error;
		}
		if (this.thrown instanceof RuntimeException exception) {
			throw exception;
		}
		return this.holds;
	}

	/** Why it has failed; {@code null} if it has not. */
	@Nullable Throwable failure() {
		return this.thrown;
	}

	/** The caller was interrupted. */
	void interrupted(InterruptedException cause) {
		String key = key();
		if (!isEnded()) {
			refused(key, LockOutcome.INTERRUPTED);
		}
		fail(new LockInterruptedException(this.request.lock(), waited(), cause));
	}

	/**
	 * Give up what is waited for, and give back what was acquired.
	 */
	void fail(Throwable cause) {
		this.thrown = cause;
		Waiter left = this.waiter;
		this.waiter = null;
		if (left != null) {
			Contained.run("Giving up a lock", () -> abandonLater(left));
		}
		depart();
		for (int i = this.holds.size() - 1; i >= 0; i--) {
			Contained.run("Giving back a lock", this.holds.get(i)::abandon);
		}
	}

	private void abandonLater(Waiter left) {
		this.gates.leave(left);
		left.whenComplete((hold, refusal) -> {
			if (hold != null) {
				hold.abandon();
			}
		});
	}

	private String key() {
		return this.request.keys().get(Math.min(this.taken, this.request.keys().size() - 1));
	}

	private Duration waited() {
		return Duration.ofNanos(this.platform.nanoTime() - this.limits.startedAt());
	}

	private void await(CompletableFuture<?> what, long deadline, Phase next) {
		this.awaited = what;
		this.until = deadline;
		this.phase = next;
	}

	private boolean isTimeOver() {
		return this.until != Long.MAX_VALUE && this.until - this.platform.nanoTime() <= 0;
	}

	/** Begin with the next key. */
	private boolean nextKey() {
		Hold own = this.blocking ? this.threads.find(key()) : null;
		if (own != null && own.enter()) {
			enteredAgain(own);
		}
		else if (this.limits.isPatient() && this.request.backOff() != null) {
			visit(this.request.backOff());
		}
		else {
			join(this.limits);
		}
		return true;
	}

	/**
	 * A longer inner lease extends the lease once; a shorter one changes nothing.
	 */
	private void enteredAgain(Hold own) {
		this.holds.add(own);
		if (this.request.leaseTime().compareTo(own.lease()) > 0) {
			CompletableFuture<Void> extended = own.extend(this.request.leaseTime()).toCompletableFuture();
			await(extended, this.limits.answerBy(), Phase.LENGTHENING);
		}
		else {
			taken();
		}
	}

	private boolean isLengthened() {
		boolean over = this.awaited.isDone() || isTimeOver();
		if (over) {
			new StoreCalls(this.platform, this.events).await(this.awaited, key(), 0);
			taken();
		}
		return over;
	}

	private void taken() {
		this.taken++;
		this.phase = Phase.NEXT_KEY;
	}

	private void join(WaitLimits waitLimits) {
		Waiter joined = new Waiter(this.platform, this.request, key(), waitLimits, this.blocking);
		this.waiter = joined;
		long first = waitLimits.isEndless() ? this.platform.nanoTime() + SLICE_NANOS
				: waitLimits.isPatient() ? waitLimits.until() : waitLimits.answerBy();
		await(joined, first, Phase.WAITING);
		this.gates.join(joined);
	}

	private boolean isServed(Waiter joined) {
		if (joined.isDone()) {
			this.waiter = null;
			joined.whenComplete(this::served);
			return true;
		}
		if (!isTimeOver()) {
			return false;
		}
		if (joined.limits().isEndless() && !this.gates.isUnavailable(joined)) {
			this.until = this.platform.nanoTime() + SLICE_NANOS;
		}
		else {
			this.until = this.gates.timeIsOver(joined);
		}
		return joined.isDone();
	}

	private void served(@Nullable Hold hold, @Nullable Throwable refusal) {
		if (hold != null) {
			depart();
			this.holds.add(hold);
			if (this.blocking) {
				this.threads.open(hold);
			}
			this.events.acquired(hold, waited());
			taken();
		}
		else if (this.visit != null) {
			this.visit.refused(refusal);
		}
		else {
			refuse(refusal, 0);
		}
	}

	private void refuse(@Nullable Throwable told, int attempts) {
		Refusal refusal = (told instanceof Refusal known) ? known : Refusal.unavailable(told);
		refused(key(), refusal.outcome());
		fail(exception(refusal, attempts));
	}

	private void refused(String key, LockOutcome outcome) {
		this.events.refused(this.request.name(), key, outcome, waited());
	}

	private LockException exception(Refusal refusal, int attempts) {
		String lock = this.request.lock();
		Duration lease = this.request.leaseTime();
		return switch (refusal.outcome()) {
			case TIMED_OUT -> new LockNotAcquiredException(lock, waited(), lease);
			case CROWDED -> LockNotAcquiredException.crowded(lock, waited(), lease, this.request.maxWaiters());
			case EXHAUSTED -> LockNotAcquiredException.exhausted(lock, waited(), lease, attempts);
			default -> new LockUnavailableException(lock, waited(), refusal.getCause());
		};
	}

	private void visit(BackOff backOff) {
		Waiter visitor = new Waiter(this.platform, this.request, key(), this.limits, this.blocking);
		this.visit = new Visit(visitor, backOff);
		this.gates.visit(visitor);
		if (visitor.isCompletedExceptionally()) {
			this.visit = null;
			visitor.whenComplete((hold, refusal) -> refuse(refusal, 0));
		}
		else {
			join(this.limits.attempt(this.platform));
		}
	}

	private void depart() {
		Visit ended = this.visit;
		this.visit = null;
		if (ended != null) {
			Contained.run("Giving up a lock", () -> this.gates.leave(ended.visitor));
		}
	}

	/** What is going on with the current key. */
	private enum Phase {

		NEXT_KEY, WAITING, PAUSING, LENGTHENING

	}

	/**
	 * A call that backs off: it asks, and pauses when it was refused, and asks again.
	 */
	private final class Visit {

		private final Waiter visitor;

		private final BackOff backOff;

		private int attempts;

		/** What the last attempt was told. */
		private Refusal refusal = Refusal.contended();

		/** Whether no attempt follows the pause. */
		private boolean last;

		Visit(Waiter visitor, BackOff backOff) {
			this.visitor = visitor;
			this.backOff = backOff;
		}

		void refused(@Nullable Throwable told) {
			this.refusal = (told instanceof Refusal known) ? known : Refusal.unavailable(told);
			boolean unavailable = this.refusal.outcome() == LockOutcome.UNAVAILABLE;
			this.attempts += unavailable ? 0 : 1;
			Acquisition outer = Acquisition.this;
			if (unavailable && this.refusal.getCause() instanceof StoreException cause && !cause.isPassing()) {
				outer.refuse(this.refusal, this.attempts);
			}
			else if (this.attempts >= this.backOff.maxAttempts()) {
				outer.refuse(Refusal.exhausted(), this.attempts);
			}
			else {
				pause();
			}
		}

		private void pause() {
			Acquisition outer = Acquisition.this;
			Duration pause = this.backOff.pause(Math.max(this.attempts, 1), outer.platform.random());
			long next = outer.platform.nanoTime() + pause.toNanos();
			long end = outer.limits.until();
			this.last = end - next <= 0;
			outer.await(this.visitor, this.last ? end : next, Phase.PAUSING);
		}

		/** The pause ends early if the visitor is refused, since the client ends. */
		boolean isOver() {
			Acquisition outer = Acquisition.this;
			if (this.visitor.isDone()) {
				this.visitor.whenComplete((hold, told) -> outer.refuse(told, this.attempts));
				return true;
			}
			if (!outer.isTimeOver()) {
				return false;
			}
			if (this.last) {
				outer.refuse(this.refusal, this.attempts);
			}
			else {
				outer.join(outer.limits.attempt(outer.platform));
			}
			return true;
		}

	}

}
