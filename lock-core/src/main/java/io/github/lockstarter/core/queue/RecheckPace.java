package io.github.lockstarter.core.queue;

import java.util.concurrent.TimeUnit;

import io.github.lockstarter.store.StoreTimes;

/**
 * Pace at which waiters ask whether a grant got lost: once a second as long as they are
 * few, and more rarely when they are many, so that they take few messages. Thread-safe.
 */
final class RecheckPace {

	/** Largest number of acquisitions that are re-checked together. */
	static final int BATCH = 200;

	/** The pause between two batches. */
	static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	static final long USUAL_NANOS = StoreTimes.RECHECK.toNanos();

	private static final long LONGEST_NANOS = StoreTimes.LONGEST_PLACE.toNanos() / StoreTimes.RECHECKS_OF_A_PLACE;

	private volatile long nanos = USUAL_NANOS;

	/** Count again how many wait. */
	void waiting(int count) {
		this.nanos = Math.min(Math.max(count * PAUSE_NANOS / BATCH, USUAL_NANOS), LONGEST_NANOS);
	}

	/** Time from a request to the next one. */
	long nanos() {
		return this.nanos;
	}

	/** By how much it may come earlier, to go together with others. */
	long earlierNanos() {
		return this.nanos / 8;
	}

}
