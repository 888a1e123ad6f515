package io.github.lockstarter.testing;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Monotonic time that goes on by no more than a little from one look to the next: while a
 * busy machine does not let the one thread run that looks, no lease and no claim window
 * ends. Thread-safe.
 *
 * @see StallProofTime
 */
public final class LookedAtTime implements LongSupplier {

	private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

	private long lookedAt = System.nanoTime();

	private long time;

	/**
	 * The time in nanoseconds.
	 */
	@Override
	public synchronized long getAsLong() {
		long now = System.nanoTime();
		this.time += Math.min(now - this.lookedAt, MOST_NANOS);
		this.lookedAt = now;
		return this.time;
	}

}
