package io.github.lockstarter;

import java.time.Duration;

/**
 * A lease, and with it a pace of renewal, that follows the last hold times of a lock:
 * twice a statistic of them, within bounds, and never shorter than a lease time that is
 * set for this lock alone. Until there are enough hold times, the configured lease time
 * applies. Immutable.
 *
 * @param min the shortest lease, at least 100 ms
 * @param max the longest lease
 * @param statistic the statistic of the hold times that counts
 * @param window the number of last hold times that count, from 10 to 10,000
 */
public record AdaptiveLease(Duration min, Duration max, Statistic statistic, int window) {

	/**
	 * From 5 s to 5 min, by the 95th percentile of the last 100 hold times.
	 */
	public static final AdaptiveLease DEFAULT = new AdaptiveLease(Duration.ofSeconds(5), Duration.ofMinutes(5),
			Statistic.P95, 100);

	private static final int SMALLEST_WINDOW = 10;

	private static final int LARGEST_WINDOW = 10_000;

	/**
	 * Refuse values that can't work.
	 * @throws IllegalArgumentException with a message that says what to do
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
	 * A statistic of the last hold times.
	 */
	public enum Statistic {

		/**
		 * Their average.
		 */
		AVERAGE,

		/**
		 * Their 95th percentile.
		 */
		P95

	}

}
