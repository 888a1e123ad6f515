package io.github.lockstarter.core.platform;

import java.time.Duration;

/**
 * A moment on the monotonic clock until which something is waited for.
 *
 * @param platform the clock
 * @param nanos the moment
 */
public record Deadline(Platform platform, long nanos) {

	/** How long an answer is waited for where there is no other limit. */
	public static final Duration ANSWER = Duration.ofSeconds(2);

	/**
	 * A deadline from now.
	 * @param platform the clock
	 * @param duration how far ahead it is
	 * @return the deadline
	 */
	public static Deadline in(Platform platform, Duration duration) {
		return new Deadline(platform, platform.nanoTime() + duration.toNanos());
	}

	/**
	 * How far ahead it is.
	 * @return nanoseconds; not positive if it is over
	 */
	public long remainingNanos() {
		return this.nanos - this.platform.nanoTime();
	}

	/**
	 * Whether it is over.
	 * @return true if no time remains
	 */
	public boolean isOver() {
		return remainingNanos() <= 0;
	}

}
