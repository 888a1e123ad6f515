package io.github.lockstarter.core.hold;

import java.time.Duration;

import io.github.lockstarter.AdaptiveLease;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.store.LockStore;

/**
 * The longest lease that a store keeps. A store fails a longer one, and whatever it fails
 * concerns all who wait for the lock; so it is not asked.
 *
 * @param longest the longest lease
 */
public record LeaseLimit(Duration longest) {

	/** The limit of a store that keeps any lease. */
	public static final LeaseLimit NONE = new LeaseLimit(LockOption.LONGEST);

	/** The limit of a store. */
	public static LeaseLimit of(LockStore store) {
		return store.longestLease().map(LeaseLimit::new).orElse(NONE);
	}

	/**
	 * Refuse a lease that is longer.
	 * @throws IllegalArgumentException if it is
	 */
	public void check(Duration lease) {
		if (lease.compareTo(this.longest) > 0) {
			throw new IllegalArgumentException("A lease of " + text(lease)
					+ " is longer than the longest that the lock store allows, " + text(this.longest)
					+ "; shorten it, or the option 'minHold', or keep the lock in another store.");
		}
	}

	/** The bounds of leases that are chosen for a lock, within this limit. */
	AdaptiveLease within(AdaptiveLease adaptive) {
		return new AdaptiveLease(LeaseMath.shorter(adaptive.min(), this.longest),
				LeaseMath.shorter(adaptive.max(), this.longest), adaptive.statistic(), adaptive.window());
	}

	private static String text(Duration lease) {
		return LockOption.LEASE_TIME.text(lease);
	}

}
