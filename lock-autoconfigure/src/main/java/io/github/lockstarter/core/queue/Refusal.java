package io.github.lockstarter.core.queue;

import io.github.lockstarter.LockOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Why a waiter got no lock. Passed between threads; the caller's own thread turns it into
 * the exception it throws, so that the stack trace is the caller's.
 */
public final class Refusal extends Exception {

	private static final long serialVersionUID = 1L;

	private final LockOutcome outcome;

	private Refusal(LockOutcome outcome, @Nullable Throwable cause) {
		super(null, cause, false, false);
		this.outcome = outcome;
	}

	/** Others hold the lock. */
	public static Refusal contended() {
		return new Refusal(LockOutcome.TIMED_OUT, null);
	}

	/** As many threads wait already as may wait. */
	static Refusal crowded() {
		return new Refusal(LockOutcome.CROWDED, null);
	}

	/** A waiter has made as many attempts as it may. */
	public static Refusal exhausted() {
		return new Refusal(LockOutcome.EXHAUSTED, null);
	}

	/** The store failed, or did not answer. */
	public static Refusal unavailable(@Nullable Throwable cause) {
		return new Refusal(LockOutcome.UNAVAILABLE, cause);
	}

	/** How the call ends. */
	public LockOutcome outcome() {
		return this.outcome;
	}

}
