package io.github.lockstarter.core.hold;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Decides when something that takes long is reported: first after a certain time, then
 * each time it has taken twice as long. Used by one thread.
 */
public final class SlowReport {

	private static final SlowReport NEVER = new SlowReport(Long.MAX_VALUE);

	private long nextNanos;

	private SlowReport(long firstNanos) {
		this.nextNanos = firstNanos;
	}

	/**
	 * A report that is due after a time.
	 * @param after the time; {@code null} for never
	 * @return the report
	 */
	public static SlowReport after(@Nullable Duration after) {
		return (after != null) ? new SlowReport(after.toNanos()) : NEVER;
	}

	/**
	 * Report it if it is due.
	 * @param taken how long it has taken so far
	 * @param report reports it
	 * @return for how many nanoseconds it is not due then
	 */
	public long tell(Duration taken, Runnable report) {
		long nanos = taken.toNanos();
		if (nanos >= this.nextNanos) {
			this.nextNanos = 2 * nanos;
			report.run();
		}
		return this.nextNanos - nanos;
	}

}
