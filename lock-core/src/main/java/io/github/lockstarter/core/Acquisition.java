package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.BackOff;
import io.github.lockstarter.LockException;
import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockOutcome;
import io.github.lockstarter.containment.FailureIsolation;
import io.github.lockstarter.containment.StackProbe;
import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.hold.LockRequest;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.queue.LockQueues;
import io.github.lockstarter.core.queue.Refusal;
import io.github.lockstarter.core.queue.WaitLimits;
import io.github.lockstarter.core.queue.Waiter;
import org.jspecify.annotations.Nullable;

/**
 * One call for one or several locks, key by key, in steps that don't block. Its driver
 * waits between them in its own way, and goes on when the awaited future is done or the
 * time is over. Used by one thread at a time.
 */
final class Acquisition {

	private final HandleContext context;

	private final Platform platform;

	private final LockQueues queues;

	private final Reentry reentry;

	private final LockRequest request;

	private final List<String> keys;

	private final Duration waitTime;

	/** Begin with its first question: entering a lock again needs no clock. */
	private @Nullable WaitLimits limits;

	/** Whether the calling thread runs it, and is going to be the holder. */
	private final boolean blocking;

	private final List<Hold> holds;

	/**
	 * The waits for the keys after the next one, if they were asked for with it;
	 * {@code null} if there is only one key.
	 */
	private final @Nullable BatchedWaits ahead;

	/** Number of keys that are done. */
	private int taken;

	/** The wait for the next key, if it takes one. */
	private @Nullable LockWait waiting;

	/** The extension of the next key's lease, if entering it again takes one. */
	private @Nullable CompletableFuture<Void> extension;

	private @Nullable Throwable thrown;

	/** Holds that it has entered and that are not its thread's. */
	private List<Hold> around = List.of();

	/**
	 * Begin a call, which has asked for nothing yet.
	 * @param reentry what it enters again
	 */
	Acquisition(HandleContext context, LockQueues queues, Reentry reentry, LockRequest request, Duration waitTime) {
		this.context = context;
		this.platform = context.platform;
		this.queues = queues;
		this.reentry = reentry;
		this.request = request;
		this.keys = request.keys();
		this.waitTime = waitTime;
		this.blocking = reentry.blocking;
		this.holds = new ArrayList<>(this.keys.size());
		this.ahead = (this.keys.size() > 1) ? new BatchedWaits(this.platform, queues) : null;
	}

	/** The request of the call. */
	LockRequest request() {
		return this.request;
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
		if (this.waiting != null) {
			return isAnswered(this.waiting);
		}
		if (this.extension != null) {
			return isExtended(this.extension);
		}
		beginNext();
		return true;
	}

	private boolean isEnded() {
		return this.thrown != null || this.taken == this.keys.size();
	}

	/** Whether the caller holds all of it already. */
	boolean isAgain() {
		if (!this.request.isReentrant()) {
			return false;
		}
		for (String key : this.keys) {
			if (this.reentry.find(key) == null) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Holds that it has entered and that belong to another thread, or to none: that
	 * thread is not to enter by this.
	 */
	List<Hold> enteredAround() {
		return this.around;
	}

	/** Future that is awaited. */
	CompletableFuture<?> awaited() {
		return (this.waiting != null) ? this.waiting.awaited() : Objects.requireNonNull(this.extension);
	}

	/** Until when it is awaited, on the monotonic clock. */
	long until() {
		return (this.waiting != null) ? this.waiting.until() : limits().answerBy();
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
		if (!isEnded()) {
			refused(LockOutcome.INTERRUPTED);
		}
		fail(new LockInterruptedException(this.request.lock(), waited(), cause));
	}

	/**
	 * Give up what is waited for, and give back what was acquired, once: a lock that was
	 * entered again has entries of others, too.
	 */
	void fail(Throwable cause) {
		this.thrown = cause;
		LockWait wait = this.waiting;
		this.waiting = null;
		if (wait != null) {
			wait.leave();
		}
		if (this.ahead != null) {
			this.ahead.leave();
		}
		List<Hold> entered = List.copyOf(this.holds);
		this.holds.clear();
		FailureIsolation.run("Giving back a lock", () -> this.context.calls.leaveAll(entered, this::abandon));
	}

	private CompletionStage<Void> abandon(Hold hold) {
		return this.around.contains(hold) ? hold.abandonDetached(this.request) : hold.abandon(this.request);
	}

	private WaitLimits limits() {
		WaitLimits known = this.limits;
		if (known == null) {
			known = WaitLimits.of(this.platform.nanoTime(), this.waitTime);
			this.limits = known;
		}
		return known;
	}

	private String key() {
		return this.keys.get(this.taken);
	}

	private Duration waited() {
		long since = limits().startedAt();
		return Duration.ofNanos(this.platform.nanoTime() - since);
	}

	private void beginNext() {
		Hold own = this.reentry.find(key());
		if (own != null && isEntered(own)) {
			enteredAgain(own);
		}
		else {
			ask();
		}
	}

	private boolean isEntered(Hold own) {
		StackProbe.checkToEnter();
		if (!own.isLeft()) {
			checkReentry(own);
		}
		return own.enter(this.request);
	}

	/** A caller that holds the lock would wait for itself, if it may not enter. */
	private void checkReentry(Hold own) {
		if (!this.request.isReentrant()) {
			own.checkNotLost();
			refused(LockOutcome.HELD_BY_CALLER);
			throw Refusals.heldByCaller(this.request, waited(), this.taken);
		}
	}

	private void ask() {
		StackProbe.checkForCall();
		BackOff backOff = limits().waitsForHolders() ? this.request.plan().backOff() : null;
		if (backOff != null) {
			begin(new PollingWait(this.platform, this.queues, waiter(key()), backOff));
		}
		else if (this.ahead == null) {
			begin(new QueueWait(this.platform, this.queues, waiter(key())));
		}
		else {
			if (this.ahead.isEmpty()) {
				this.ahead.begin(nextWaiters(this.ahead));
			}
			this.waiting = this.ahead.next();
		}
	}

	private void begin(LockWait wait) {
		this.waiting = wait;
		wait.begin();
	}

	private Waiter waiter(String key) {
		return new Waiter(this.platform, this.request, key, limits(), this.blocking, this.reentry.isNested());
	}

	/** For the keys to ask for together, up to the next that may be entered again. */
	private List<Waiter> nextWaiters(BatchedWaits ahead) {
		int most = (this.request.share() == null) ? ahead.length() : 1;
		List<Waiter> waiters = new ArrayList<>(1);
		int next = this.taken;
		do {
			waiters.add(waiter(this.keys.get(next++)));
		}
		while (waiters.size() < most && next < this.keys.size() && this.reentry.find(this.keys.get(next)) == null);
		return waiters;
	}

	/**
	 * A longer inner lease extends the lease once; a shorter one changes nothing.
	 */
	private void enteredAgain(Hold own) {
		this.holds.add(own);
		if (this.reentry.isAmbient(own)) {
			this.around = this.around.isEmpty() ? new ArrayList<>() : this.around;
			this.around.add(own);
			own.detach();
		}
		if (this.request.leaseTime().compareTo(own.lease().time()) > 0) {
			this.extension = own.extend(this.request.leaseTime()).toCompletableFuture();
		}
		else {
			this.taken++;
		}
	}

	private boolean isExtended(CompletableFuture<Void> extended) {
		boolean over = extended.isDone() || limits().answerBy() - this.platform.nanoTime() <= 0;
		if (over) {
			this.context.calls.await(extended, key(), 0);
			this.extension = null;
			this.taken++;
		}
		return over;
	}

	private boolean isAnswered(LockWait wait) {
		try {
			Hold hold = wait.goOn();
			if (hold != null) {
				this.waiting = null;
				acquired(hold);
			}
			return hold != null;
		}
		catch (Refusal refusal) {
			if (refusal.isSkipped() && this.ahead != null) {
				this.waiting = null;
				this.ahead.skipped();
				return true;
			}
			refused(refusal.outcome());
			fail(Refusals.exception(this.request, refusal, waited(), this.taken));
			return true;
		}
	}

	private void acquired(Hold hold) {
		this.holds.add(hold);
		if (this.blocking) {
			this.context.holds.attach(hold);
		}
		if (this.context.heard) {
			this.context.events.acquired(hold, waited());
		}
		this.taken++;
	}

	private void refused(LockOutcome outcome) {
		this.context.events.refused(this.request, key(), outcome, waited());
	}

}
