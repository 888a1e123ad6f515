package io.github.lockstarter.core.queue;

import io.github.lockstarter.LockOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Why a waiter got no lock. Passed between threads; the caller's own thread turns it into
 * the exception it throws, so that the stack trace is the caller's.
 */
public final class Refusal extends Exception {

	private static final long serialVersionUID = 1L;

	/** A lock that comes before is not granted, so this one has to be asked for anew. */
	static final Refusal PASSED_OVER = new Refusal(LockOutcome.TIMED_OUT, 0, null);

	private final LockOutcome outcome;

	private final int attempts;

	private Refusal(LockOutcome outcome, int attempts, @Nullable Throwable cause) {
		super(null, cause, false, false);
		this.outcome = outcome;
		this.attempts = attempts;
	}

	/** Others hold the lock. */
	public static Refusal contended() {
		return new Refusal(LockOutcome.TIMED_OUT, 0, null);
	}

	/** As many threads wait already as may wait. */
	static Refusal crowded() {
		return new Refusal(LockOutcome.CROWDED, 0, null);
	}

	/** A waiter has made as many attempts as it may. */
	public static Refusal exhausted(int attempts) {
		return new Refusal(LockOutcome.EXHAUSTED, attempts, null);
	}

	/** The store failed, or did not answer. */
	public static Refusal unavailable(@Nullable Throwable cause) {
		return new Refusal(LockOutcome.UNAVAILABLE, 0, cause);
	}

	/** Whether the call goes on, and has to ask anew. */
	public boolean isPassedOver() {
		return this == PASSED_OVER;
	}

	/** How the call ends. */
	public LockOutcome outcome() {
		return this.outcome;
	}

	/** How many attempts a waiter has made that may make no more; 0 for others. */
	public int attempts() {
		return this.attempts;
	}

}
