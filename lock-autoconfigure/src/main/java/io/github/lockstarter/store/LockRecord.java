package io.github.lockstarter.store;

import java.time.Duration;
import java.time.Instant;

import io.github.lockstarter.store.AcquireRequest.Owner;
import org.jspecify.annotations.Nullable;

/**
 * A store's record of a lock.
 *
 * @param hold the acquisition that holds the lock, or {@code null} if it is free
 * @param waiters how many instances queue for it
 */
public record LockRecord(@Nullable Hold hold, int waiters) {

	/**
	 * An acquisition that holds a lock.
	 *
	 * @param instance the session's instance
	 * @param sequence the acquisition's number; 0 if it was released, and the lock is
	 * only kept from others for a while
	 * @param owner the caller that holds it, or held it last
	 * @param since when it was granted, by the store's clock
	 * @param remaining the rest of its lease, or of the time for which the lock is kept,
	 * by the store's clock
	 * @param token its fencing token
	 */
	public record Hold(String instance, long sequence, Owner owner, Instant since, Duration remaining, long token) {

		/**
		 * Whether nobody holds the lock any more, and it is only kept from others.
		 * @return true if the acquisition was released
		 */
		public boolean isReleased() {
			return this.sequence == 0;
		}

	}

}
