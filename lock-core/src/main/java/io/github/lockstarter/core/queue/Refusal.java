package io.github.lockstarter.core.queue;

import io.github.lockstarter.LockOutcome;
import io.github.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Reason for which a waiter got no lock. Passed between threads; the caller's own thread
 * turns it into the exception it throws, so that the stack trace is the caller's.
 */
public final class Refusal extends Exception {

	private static final long serialVersionUID = 1L;

	private final LockOutcome outcome;

	private final int attempts;

	private final boolean skipped;

	private Refusal(LockOutcome outcome, int attempts, boolean skipped, @Nullable Throwable cause) {
		super(null, cause, false, false);
		this.outcome = outcome;
		this.attempts = attempts;
		this.skipped = skipped;
	}

	/** Others hold the lock. */
	public static Refusal contended() {
		return new Refusal(LockOutcome.TIMED_OUT, 0, false, null);
	}

	/** A lock that comes before is not granted, so this one has to be asked for again. */
	static Refusal skipped() {
		return new Refusal(LockOutcome.TIMED_OUT, 0, true, null);
	}

	/** As many threads wait already as may wait. */
	static Refusal tooManyWaiters() {
		return new Refusal(LockOutcome.TOO_MANY_WAITERS, 0, false, null);
	}

	/** A waiter has made as many attempts as it may. */
	public static Refusal exhausted(int attempts) {
		return new Refusal(LockOutcome.EXHAUSTED, attempts, false, null);
	}

	/** The store failed, or did not answer. */
	public static Refusal unavailable(@Nullable Throwable cause) {
		return new Refusal(LockOutcome.UNAVAILABLE, 0, false, cause);
	}

	/**
	 * Nobody holds the lock, but its last holder in this JVM could not release it yet.
	 */
	static Refusal unreleased(StoreException cause) {
		return unavailable(new StoreException(
				"its last holder, in this JVM, could not release it yet: " + cause.getMessage(), true, cause));
	}

	/** Whether the call goes on, and has to ask again. */
	public boolean isSkipped() {
		return this.skipped;
	}

	/** Outcome of the call. */
	public LockOutcome outcome() {
		return this.outcome;
	}

	/** Number of attempts of a waiter that may make no more; 0 for others. */
	public int attempts() {
		return this.attempts;
	}

}
