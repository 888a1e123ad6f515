package io.github.lockstarter.store.memory;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A clock that starts with the wall clock and continues with the monotonic one, so that
 * no lease ends because the wall clock is set. Thread-safe.
 */
final class MonotonicClock {

	private final LongSupplier nanoTime;

	private final long startMicros;

	private final long startNanos;

	MonotonicClock(Clock wallClock, LongSupplier nanoTime) {
		this.nanoTime = nanoTime;
		this.startMicros = ChronoUnit.MICROS.between(Instant.EPOCH, wallClock.instant());
		this.startNanos = nanoTime.getAsLong();
	}

	/**
	 * The time in microseconds since the epoch.
	 */
	long micros() {
		return this.startMicros + TimeUnit.NANOSECONDS.toMicros(this.nanoTime.getAsLong() - this.startNanos);
	}

}
