package io.github.lockstarter.core;

import java.time.Duration;

import io.github.lockstarter.LockException;
import io.github.lockstarter.LockNoMajorityException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.hold.LockRequest;
import io.github.lockstarter.core.queue.Refusal;
import io.github.lockstarter.store.NoMajorityException;
import org.jspecify.annotations.Nullable;

/**
 * Exceptions for callers that did not get their lock.
 */
final class Refusals {

	private Refusals() {
	}

	/**
	 * The exception for what a queue said.
	 * @param taken how many of the keys the call had got before
	 */
	static LockException exception(LockRequest request, Refusal refusal, Duration waited, int taken) {
		String lock = request.lock();
		Duration lease = request.leaseTime();
		return switch (refusal.outcome()) {
			case TIMED_OUT -> howFar(new LockNotAcquiredException(lock, waited, lease), request, taken);
			case TOO_MANY_WAITERS -> howFar(
					LockNotAcquiredException.tooManyWaiters(lock, waited, lease, request.maxWaiters()), request, taken);
			case EXHAUSTED ->
				howFar(LockNotAcquiredException.exhausted(lock, waited, lease, refusal.attempts()), request, taken);
			default -> unavailable(lock, waited, refusal.getCause());
		};
	}

	/** The exception for a store that failed, or did not answer. */
	static LockUnavailableException unavailable(String lock, Duration waited, @Nullable Throwable cause) {
		return (cause instanceof NoMajorityException minority)
				? new LockNoMajorityException(lock, waited, minority, minority.troubles())
				: new LockUnavailableException(lock, waited, cause);
	}

	/** The exception for a thread that holds the lock, and is not to enter again. */
	static LockException heldByCaller(LockRequest request, Duration waited, int taken) {
		return howFar(LockNotAcquiredException.heldByCaller(request.lock(), waited, request.leaseTime()), request,
				taken);
	}

	private static LockNotAcquiredException howFar(LockNotAcquiredException refused, LockRequest request, int taken) {
		int keys = request.keys().size();
		return (keys > 1) ? refused.at(request.keys().get(taken), taken, keys) : refused;
	}

}
