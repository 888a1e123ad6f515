package io.github.lockstarter.benchmarks.worker;

import java.util.concurrent.locks.LockSupport;

/**
 * Waiting for moments of {@link System#nanoTime()}.
 */
public final class Moments {

	private Moments() {
	}

	/**
	 * Wait.
	 * @param moment until when
	 */
	public static void await(long moment) {
		long left = moment - System.nanoTime();
		while (left > 0) {
			LockSupport.parkNanos(left);
			left = moment - System.nanoTime();
		}
	}

	static boolean isOver(long moment) {
		return System.nanoTime() - moment >= 0;
	}

}
