package io.github.lockstarter.benchmarks.reliability.fault;

import java.time.Duration;

import io.github.lockstarter.benchmarks.worker.Moments;

/**
 * Ways in which faults pass their time.
 */
final class Times {

	private Times() {
	}

	static void pass(Duration duration) {
		Moments.await(System.nanoTime() + duration.toNanos());
	}

	/**
	 * Do something again and again.
	 * @param times how often
	 * @param pause the time after each
	 * @param action what to do
	 */
	static void repeat(int times, Duration pause, Runnable action) {
		for (int i = 0; i < times; i++) {
			action.run();
			pass(pause);
		}
	}

}
