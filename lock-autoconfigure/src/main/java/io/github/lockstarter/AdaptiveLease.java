package io.github.lockstarter;

import java.time.Duration;

/**
 * A lease, and with it the pace of renewal, that follows the last hold times of a lock:
 * twice the statistic of them, between bounds, and never below a lease time that is
 * written for this lock. Until there are enough hold times it is the lease time that is
 * set. Immutable.
 *
 * @param min the shortest lease, at least 100 ms
 * @param max the longest lease
 * @param statistic which statistic of the hold times
 * @param window how many of the last hold times count, from 10 to 10,000
 */
public record AdaptiveLease(Duration min, Duration max, Statistic statistic, int window) {

	/**
	 * From 5 s to 5 min, after the 95th percentile of the last 100 hold times.
	 */
	public static final AdaptiveLease DEFAULT = new AdaptiveLease(Duration.ofSeconds(5), Duration.ofMinutes(5),
			Statistic.P95, 100);

	private static final int SMALLEST_WINDOW = 10;

	private static final int LARGEST_WINDOW = 10_000;

	/**
	 * Refuse what can't work.
	 * @throws IllegalArgumentException with a sentence that says what to do
	 */
	public AdaptiveLease {
		check("shortest", min);
		check("longest", max);
		if (max.compareTo(min) < 0) {
			throw new IllegalArgumentException("The longest adaptive lease '" + Range.text(max)
					+ "' is shorter than the shortest, '" + Range.text(min) + "'; use durations like '5s' and '5m'.");
		}
		if (window < SMALLEST_WINDOW || window > LARGEST_WINDOW) {
			throw new IllegalArgumentException("The window '" + window
					+ "' of an adaptive lease is not between 10 and 10000 hold times; use 100.");
		}
	}

	private static void check(String which, Duration lease) {
		if (!Range.LEASE.includes(lease)) {
			throw new IllegalArgumentException("The " + which + " adaptive lease is '" + Range.text(lease)
					+ "', but it has to be " + Range.LEASE + ". Use durations like '5s' and '5m'.");
		}
	}

	/**
	 * What is taken of the last hold times.
	 */
	public enum Statistic {

		/**
		 * Their average.
		 */
		AVERAGE,

		/**
		 * The time that 95 of 100 did not exceed.
		 */
		P95

	}

}
