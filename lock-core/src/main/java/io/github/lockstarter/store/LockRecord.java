package io.github.lockstarter.store;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.github.lockstarter.store.AcquireRequest.Owner;
import org.jspecify.annotations.Nullable;

/**
 * A store's record of a lock. Immutable.
 *
 * @param holds the acquisitions that hold the lock: none if it is free, one that has it
 * alone, or all those that share it
 * @param waiters the number of instances that queue for it
 */
public record LockRecord(List<Hold> holds, int waiters) {

	/**
	 * The record of a lock that nobody holds.
	 * @param waiters the number of instances that queue for it
	 * @return the record
	 */
	public static LockRecord free(int waiters) {
		return new LockRecord(List.of(), waiters);
	}

	/**
	 * The acquisition that holds the lock, or the first of those that share it.
	 * @return the hold, or {@code null} if the lock is free
	 */
	public @Nullable Hold hold() {
		return this.holds.isEmpty() ? null : this.holds.get(0);
	}

	/**
	 * An acquisition that holds a lock.
	 *
	 * @param instance the session's instance
	 * @param sequence the acquisition's number; 0 if it was released, and the lock is
	 * only kept from others for a while
	 * @param owner the caller that holds it, or held it last
	 * @param since when it was granted, or when the lock became shared, by the store's
	 * clock
	 * @param remaining the rest of its lease, or of the time for which the lock is kept,
	 * by the store's clock
	 * @param token its fencing token; if the lock is shared, a number that it has in
	 * common with all the others
	 * @param permits how many permits it uses of a lock that is shared; 0 if it has the
	 * lock alone
	 * @param capacity the capacity that it named for its permits; 0 if it has the lock
	 * alone, has not yet claimed the share that it was granted, or has released it
	 */
	public record Hold(String instance, long sequence, Owner owner, Instant since, Duration remaining, long token,
			int permits, int capacity) {

		/**
		 * Whether the lock was released and is only kept from others.
		 * @return true if the acquisition was released
		 */
		public boolean isReleased() {
			return this.sequence == 0;
		}

		/**
		 * Whether the lock is shared, even if only one acquisition shares it at the
		 * moment.
		 * @return false if the acquisition has it alone
		 */
		public boolean isShared() {
			return this.permits > 0;
		}

	}

}
