package io.github.lockstarter;

import java.time.Duration;

import io.github.lockstarter.DistributedLock.LockFailStrategy;
import org.jspecify.annotations.Nullable;

/**
 * What may be set for a lock; {@code null} means not set here. Immutable.
 *
 * @param waitTime how long to wait for the lock at the most, the network included; zero
 * does not wait
 * @param leaseTime how long the store keeps the lock of a holder that has gone silent
 * @param autoRenew whether the lease is renewed while the lock is held
 * @param failStrategy what an annotated method does that did not obtain the lock in time
 */
public record LockOptions(@Nullable Duration waitTime, @Nullable Duration leaseTime, @Nullable Boolean autoRenew,
		@Nullable LockFailStrategy failStrategy) {

	/**
	 * Nothing set.
	 */
	public static final LockOptions NONE = new LockOptions(null, null, null, null);

	/**
	 * The shortest lease: below it, no renewal could be relied on.
	 */
	public static final Duration SHORTEST_LEASE = Duration.ofMillis(100);

	/**
	 * The longest wait or lease.
	 */
	public static final Duration LONGEST = Duration.ofDays(3650);

	/**
	 * Refuse durations that can't work.
	 * @throws IllegalArgumentException with a sentence that says what to do
	 */
	public LockOptions {
		if (waitTime != null) {
			checkWaitTime(waitTime);
		}
		if (leaseTime != null) {
			checkLeaseTime(leaseTime);
		}
	}

	/**
	 * These options, and where one is not set, that of {@code lower}.
	 * @param lower the options with less precedence
	 * @return the merged options
	 */
	public LockOptions over(LockOptions lower) {
		return new LockOptions((this.waitTime != null) ? this.waitTime : lower.waitTime,
				(this.leaseTime != null) ? this.leaseTime : lower.leaseTime,
				(this.autoRenew != null) ? this.autoRenew : lower.autoRenew,
				(this.failStrategy != null) ? this.failStrategy : lower.failStrategy);
	}

	/**
	 * Refuse a wait time that can't work.
	 * @param waitTime the wait time
	 * @return the wait time
	 * @throws IllegalArgumentException if it is negative or longer than {@link #LONGEST}
	 */
	public static Duration checkWaitTime(Duration waitTime) {
		if (waitTime.isNegative() || waitTime.compareTo(LONGEST) > 0) {
			throw new IllegalArgumentException("The wait time '" + waitTime
					+ "' is not between zero and ten years; use zero to not wait, or a duration like '10s'.");
		}
		return waitTime;
	}

	/**
	 * Refuse a lease time that can't work.
	 * @param leaseTime the lease time
	 * @return the lease time
	 * @throws IllegalArgumentException if it is shorter than {@link #SHORTEST_LEASE} or
	 * longer than {@link #LONGEST}
	 */
	public static Duration checkLeaseTime(Duration leaseTime) {
		if (leaseTime.compareTo(SHORTEST_LEASE) < 0 || leaseTime.compareTo(LONGEST) > 0) {
			throw new IllegalArgumentException("The lease time '" + leaseTime
					+ "' is not between 100 ms and ten years; use a duration like '30s', some times longer than the longest"
					+ " pause you expect.");
		}
		return leaseTime;
	}

}
