package io.github.lockstarter.core;

import io.github.lockstarter.LockException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOutcome;
import io.github.lockstarter.LockUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * Why a waiter got no lock. Passed between threads; the caller's own thread turns it into
 * the exception it throws, so that the stack trace is the caller's.
 */
final class Refusal extends Exception {

	private static final long serialVersionUID = 1L;

	private final Kind kind;

	private Refusal(Kind kind, @Nullable Throwable cause) {
		super(null, cause, false, false);
		this.kind = kind;
	}

	/** Others hold the lock. */
	static Refusal contended() {
		return new Refusal(Kind.CONTENDED, null);
	}

	/** As many threads wait already as may wait. */
	static Refusal crowded() {
		return new Refusal(Kind.CROWDED, null);
	}

	/** The store failed, or did not answer. */
	static Refusal unavailable(@Nullable Throwable cause) {
		return new Refusal(Kind.UNAVAILABLE, cause);
	}

	/** What a waiter was told, or what went wrong instead. */
	static Refusal of(@Nullable Throwable thrown) {
		return (thrown instanceof Refusal refusal) ? refusal : unavailable(thrown);
	}

	/** A waiter has made as many attempts as it may. */
	static Refusal exhausted() {
		return new Refusal(Kind.EXHAUSTED, null);
	}

	LockOutcome outcome() {
		return switch (this.kind) {
			case CONTENDED -> LockOutcome.TIMED_OUT;
			case CROWDED -> LockOutcome.CROWDED;
			case EXHAUSTED -> LockOutcome.EXHAUSTED;
			case UNAVAILABLE -> LockOutcome.UNAVAILABLE;
		};
	}

	LockException toException(Waiter waiter) {
		LockRequest request = waiter.request();
		return switch (this.kind) {
			case CONTENDED -> new LockNotAcquiredException(request.lock(), waiter.waited(), request.leaseTime());
			case CROWDED -> LockNotAcquiredException.crowded(request.lock(), waiter.waited(), request.leaseTime(),
					request.maxWaiters());
			case EXHAUSTED -> LockNotAcquiredException.exhausted(request.lock(), waiter.waited(), request.leaseTime(),
					waiter.attempts());
			case UNAVAILABLE -> new LockUnavailableException(request.lock(), waiter.waited(), getCause());
		};
	}

	private enum Kind {

		CONTENDED, CROWDED, EXHAUSTED, UNAVAILABLE

	}

}
