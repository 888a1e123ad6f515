package io.github.lockstarter.core;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Decides when something that takes long is reported: first after a certain time, then
 * each time it has taken twice as long. Used by one thread.
 */
final class SlowReport {

	private long nextNanos;

	private SlowReport(long firstNanos) {
		this.nextNanos = firstNanos;
	}

	/**
	 * A report that is due after a time.
	 * @param after the time; {@code null} for never
	 * @return the report
	 */
	static SlowReport after(@Nullable Duration after) {
		return new SlowReport((after != null) ? after.toNanos() : Long.MAX_VALUE);
	}

	/**
	 * Report it if it is due.
	 * @param taken how long it has taken so far
	 * @param report reports it
	 * @return for how many nanoseconds it is not due then
	 */
	long tell(Duration taken, Runnable report) {
		long nanos = taken.toNanos();
		if (nanos >= this.nextNanos) {
			this.nextNanos = 2 * nanos;
			report.run();
		}
		return this.nextNanos - nanos;
	}

}
