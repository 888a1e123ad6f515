package io.github.lockstarter;

import java.time.Duration;

/**
 * What the options of a lock may be. Each check returns what it was given, or throws an
 * {@link IllegalArgumentException} with a sentence that says what to do.
 */
public final class LockLimits {

	/**
	 * The shortest lease: below it, no renewal could be relied on.
	 */
	public static final Duration SHORTEST_LEASE = Duration.ofMillis(100);

	/**
	 * The longest of all times.
	 */
	public static final Duration LONGEST = Duration.ofDays(3650);

	private LockLimits() {
	}

	/**
	 * Refuse a wait time that is negative or longer than {@link #LONGEST}.
	 * @param waitTime the wait time
	 * @return the wait time
	 */
	public static Duration checkWaitTime(Duration waitTime) {
		return check(waitTime, Duration.ZERO, "The wait time '",
				"' is not between zero and ten years; use zero to not wait, or a duration like '10s'.");
	}

	/**
	 * Refuse a lease time that is shorter than {@link #SHORTEST_LEASE} or longer than
	 * {@link #LONGEST}.
	 * @param leaseTime the lease time
	 * @return the lease time
	 */
	public static Duration checkLeaseTime(Duration leaseTime) {
		return check(leaseTime, SHORTEST_LEASE, "The lease time '",
				"' is not between 100 ms and ten years; use a duration like '30s', some times longer than the longest"
						+ " pause you expect.");
	}

	/**
	 * Refuse a number of waiters that is less than 1.
	 * @param maxWaiters the number
	 * @return the number
	 */
	public static int checkMaxWaiters(int maxWaiters) {
		if (maxWaiters < 1) {
			throw new IllegalArgumentException("The number of waiters '" + maxWaiters
					+ "' is less than 1; to not wait at all, use a wait time of zero.");
		}
		return maxWaiters;
	}

	/**
	 * Refuse a maximum hold time that is shorter than {@link #SHORTEST_LEASE} or longer
	 * than {@link #LONGEST}.
	 * @param maxHold the maximum hold time
	 * @return the maximum hold time
	 */
	public static Duration checkMaxHold(Duration maxHold) {
		return check(maxHold, SHORTEST_LEASE, "The maximum hold time '",
				"' is not between 100 ms and ten years; use a duration like '10m', well above what the work takes.");
	}

	/**
	 * Refuse a time to warn after that is shorter than 1 ms or longer than
	 * {@link #LONGEST}.
	 * @param warnAfter the time
	 * @return the time
	 */
	public static Duration checkWarnAfter(Duration warnAfter) {
		return check(warnAfter, Duration.ofMillis(1), "The time '",
				"' to warn after is not between 1 ms and ten years; use a duration like '30s', or leave it out.");
	}

	/**
	 * Refuse a time to hold at least that is negative or longer than {@link #LONGEST}.
	 * @param holdAtLeast the time
	 * @return the time
	 */
	public static Duration checkHoldAtLeast(Duration holdAtLeast) {
		return check(holdAtLeast, Duration.ZERO, "The time '",
				"' to hold at least is not between zero and ten years; use a duration like '30s', longer than the clocks"
						+ " of your machines differ.");
	}

	private static Duration check(Duration value, Duration least, String before, String after) {
		if (value.compareTo(least) < 0 || value.compareTo(LONGEST) > 0) {
			throw new IllegalArgumentException(before + value + after);
		}
		return value;
	}

}
