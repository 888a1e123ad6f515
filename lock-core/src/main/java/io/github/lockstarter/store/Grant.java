package io.github.lockstarter.store;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The news for a waiter that the lock was granted to it. A grant is valid for a short
 * claim window only: the waiter claims it by repeating its acquisition. Immutable.
 *
 * @param key the lock
 * @param sequence the acquisition that was granted
 * @param token its fencing token, which distinguishes grants
 * @param deadlineMillis when the claim window ends, in milliseconds on the server's clock
 * @param clock when it was granted
 * @param othersWaited see {@link StoreAnswer}
 */
public record Grant(String key, long sequence, long token, long deadlineMillis, StoreClock clock,
		@Nullable Duration othersWaited) {

	/**
	 * Create a grant without the time that others have waited.
	 * @param key the lock
	 * @param sequence the acquisition that was granted
	 * @param token its fencing token
	 * @param deadlineMillis when the claim window ends
	 * @param clock when it was granted
	 */
	public Grant(String key, long sequence, long token, long deadlineMillis, StoreClock clock) {
		this(key, sequence, token, deadlineMillis, clock, null);
	}

}
