package io.github.lockstarter.benchmarks.harness;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Waiting for a moment.
 */
final class Pause {

	private Pause() {
	}

	static void of(Duration duration) {
		until(System.nanoTime() + duration.toNanos());
	}

	static void until(long moment) {
		long left = moment - System.nanoTime();
		while (left > 0) {
			LockSupport.parkNanos(left);
			left = moment - System.nanoTime();
		}
	}

}
