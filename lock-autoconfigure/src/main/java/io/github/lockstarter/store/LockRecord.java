package io.github.lockstarter.store;

import java.time.Duration;
import java.time.Instant;

import io.github.lockstarter.store.AcquireRequest.Owner;
import org.jspecify.annotations.Nullable;

/**
 * What a store has on record for a lock.
 *
 * @param hold the acquisition that holds it, or {@code null} if it is free
 * @param waiters how many instances queue for it
 */
public record LockRecord(@Nullable Hold hold, int waiters) {

	/**
	 * An acquisition that holds a lock.
	 *
	 * @param instance the session's instance
	 * @param sequence the acquisition's number
	 * @param owner who holds it, for people to read
	 * @param since when it was granted, by the store's clock
	 * @param remaining the rest of its lease, by the store's clock
	 * @param token its fencing token
	 */
	public record Hold(String instance, long sequence, Owner owner, Instant since, Duration remaining, long token) {
	}

}
