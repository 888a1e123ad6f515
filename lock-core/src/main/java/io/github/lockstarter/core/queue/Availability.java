package io.github.lockstarter.core.queue;

import java.util.concurrent.TimeUnit;

import io.github.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Knowledge of a gate that takes no request: whether another JVM holds its lock, by the
 * last answer of the store, and whether the store answers at all. A base class, since
 * thousands of gates do without an object more. Guarded by the gate's mutex.
 */
abstract class Availability {

	/** What the store said is forgotten when it has not answered for so long. */
	private static final long SILENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

	/**
	 * A waiter that has heard nothing at all takes the store for unavailable after this
	 * time.
	 */
	private static final long FIRST_SILENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(150);

	private final StoreRequests requests;

	/**
	 * How often another held the lock, since it was last known to be free or held here.
	 */
	private int refusals;

	/** When the store answered last, or this JVM held the lock; 0 if neither. */
	private long answeredAt;

	/** Why the store could not answer last; {@code null} if it did. */
	private @Nullable StoreException failure;

	Availability(StoreRequests requests) {
		this.requests = requests;
	}

	final StoreRequests requests() {
		return this.requests;
	}

	/** The store answers at this moment. */
	final void noteAnswer(long now) {
		this.failure = null;
		this.answeredAt = now | 1;
	}

	final void noteFailure(StoreException cause) {
		this.failure = cause;
		this.refusals = 0;
	}

	/** Another holds the lock, or none as far as is known. */
	final void contended(boolean byAnother) {
		this.refusals = byAnother ? this.refusals + 1 : 0;
	}

	/** How often in a row another was found to hold the lock. */
	final int refusals() {
		return this.refusals;
	}

	/** Whether another holds the lock, as far as is known without asking. */
	final boolean isContended() {
		return this.refusals > 0 && !this.requests.isSilentFor(SILENCE_NANOS);
	}

	final @Nullable StoreException failure() {
		return this.failure;
	}

	/** Whether the store does not answer a waiter that has waited since then. */
	final boolean isSilent(long waitingSince) {
		boolean heard = this.answeredAt != 0 && this.answeredAt - waitingSince > 0;
		return this.requests.isSilentFor((this.refusals > 0 || heard) ? SILENCE_NANOS : FIRST_SILENCE_NANOS);
	}

}
