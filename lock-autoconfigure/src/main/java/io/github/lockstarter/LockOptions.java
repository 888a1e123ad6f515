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
 * @param maxWaiters how many threads of this JVM may wait for one key at a time; further
 * ones are refused at once
 * @param maxHold how long the lock may be held at the most, from the moment it was
 * acquired: it is not renewed beyond, and lost then
 * @param onLoss what happens to the guarded body when the lock is lost
 */
public record LockOptions(@Nullable Duration waitTime, @Nullable Duration leaseTime, @Nullable Boolean autoRenew,
		@Nullable LockFailStrategy failStrategy, @Nullable Integer maxWaiters, @Nullable Duration maxHold,
		@Nullable LossPolicy onLoss) {

	/**
	 * Nothing set.
	 */
	public static final LockOptions NONE = new LockOptions(null, null, null, null, null, null, null);

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
		if (maxWaiters != null) {
			checkMaxWaiters(maxWaiters);
		}
		if (maxHold != null) {
			checkMaxHold(maxHold);
		}
		onLoss = (onLoss != LossPolicy.DEFAULT) ? onLoss : null;
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
				(this.failStrategy != null) ? this.failStrategy : lower.failStrategy,
				(this.maxWaiters != null) ? this.maxWaiters : lower.maxWaiters,
				(this.maxHold != null) ? this.maxHold : lower.maxHold,
				(this.onLoss != null) ? this.onLoss : lower.onLoss);
	}

	/**
	 * These options, with another {@link #waitTime()}.
	 * @param waitTime the wait time; {@code null} for not set
	 * @return the options
	 */
	public LockOptions withWaitTime(@Nullable Duration waitTime) {
		return new LockOptions(waitTime, this.leaseTime, this.autoRenew, this.failStrategy, this.maxWaiters,
				this.maxHold, this.onLoss);
	}

	/**
	 * These options, with another {@link #leaseTime()}.
	 * @param leaseTime the lease time; {@code null} for not set
	 * @return the options
	 */
	public LockOptions withLeaseTime(@Nullable Duration leaseTime) {
		return new LockOptions(this.waitTime, leaseTime, this.autoRenew, this.failStrategy, this.maxWaiters,
				this.maxHold, this.onLoss);
	}

	/**
	 * These options, with another {@link #autoRenew()}.
	 * @param autoRenew whether to renew; {@code null} for not set
	 * @return the options
	 */
	public LockOptions withAutoRenew(@Nullable Boolean autoRenew) {
		return new LockOptions(this.waitTime, this.leaseTime, autoRenew, this.failStrategy, this.maxWaiters,
				this.maxHold, this.onLoss);
	}

	/**
	 * These options, with another {@link #failStrategy()}.
	 * @param failStrategy the strategy; {@code null} for not set
	 * @return the options
	 */
	public LockOptions withFailStrategy(@Nullable LockFailStrategy failStrategy) {
		return new LockOptions(this.waitTime, this.leaseTime, this.autoRenew, failStrategy, this.maxWaiters,
				this.maxHold, this.onLoss);
	}

	/**
	 * These options, with another {@link #maxWaiters()}.
	 * @param maxWaiters the number of waiters; {@code null} for not set
	 * @return the options
	 */
	public LockOptions withMaxWaiters(@Nullable Integer maxWaiters) {
		return new LockOptions(this.waitTime, this.leaseTime, this.autoRenew, this.failStrategy, maxWaiters,
				this.maxHold, this.onLoss);
	}

	/**
	 * These options, with another {@link #maxHold()}.
	 * @param maxHold the maximum hold time; {@code null} for not set
	 * @return the options
	 */
	public LockOptions withMaxHold(@Nullable Duration maxHold) {
		return new LockOptions(this.waitTime, this.leaseTime, this.autoRenew, this.failStrategy, this.maxWaiters,
				maxHold, this.onLoss);
	}

	/**
	 * These options, with another {@link #onLoss()}.
	 * @param onLoss the policy; {@code null} for not set
	 * @return the options
	 */
	public LockOptions withOnLoss(@Nullable LossPolicy onLoss) {
		return new LockOptions(this.waitTime, this.leaseTime, this.autoRenew, this.failStrategy, this.maxWaiters,
				this.maxHold, onLoss);
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

	/**
	 * Refuse a number of waiters that can't work.
	 * @param maxWaiters the number
	 * @return the number
	 * @throws IllegalArgumentException if it is less than 1
	 */
	public static int checkMaxWaiters(int maxWaiters) {
		if (maxWaiters < 1) {
			throw new IllegalArgumentException("The number of waiters '" + maxWaiters
					+ "' is less than 1; to not wait at all, use a wait time of zero.");
		}
		return maxWaiters;
	}

	/**
	 * Refuse a maximum hold time that can't work.
	 * @param maxHold the maximum hold time
	 * @return the maximum hold time
	 * @throws IllegalArgumentException if it is shorter than {@link #SHORTEST_LEASE} or
	 * longer than {@link #LONGEST}
	 */
	public static Duration checkMaxHold(Duration maxHold) {
		if (maxHold.compareTo(SHORTEST_LEASE) < 0 || maxHold.compareTo(LONGEST) > 0) {
			throw new IllegalArgumentException("The maximum hold time '" + maxHold
					+ "' is not between 100 ms and ten years; use a duration like '10m', well above what the work takes.");
		}
		return maxHold;
	}

}
