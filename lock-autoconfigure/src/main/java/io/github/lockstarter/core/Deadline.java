package io.github.lockstarter.core;

import java.time.Duration;

/**
 * A moment on the monotonic clock of this JVM.
 *
 * @param nanos the moment, in terms of {@link System#nanoTime()}
 */
record Deadline(long nanos) {

	/** How long an answer is waited for where there is no other limit. */
	static final Duration ANSWER = Duration.ofSeconds(2);

	static Deadline in(Duration duration) {
		return new Deadline(System.nanoTime() + duration.toNanos());
	}

	long remainingNanos() {
		return this.nanos - System.nanoTime();
	}

	boolean isOver() {
		return remainingNanos() <= 0;
	}

}
