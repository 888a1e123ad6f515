package io.github.lockstarter.core.hold;

import java.time.Duration;

import io.github.lockstarter.core.platform.Moment;
import org.jspecify.annotations.Nullable;

/**
 * An acquisition that the store has granted.
 *
 * @param key the lock
 * @param sequence the acquisition
 * @param token its fencing token, after which more are reserved
 * @param validUntil until when it can be counted on
 * @param claimed false if it is valid for the claim window only, and the claim is under
 * way
 * @param keptLonger whether the store may keep it beyond that: for the rest of its claim
 * window, or for a lease that was asked for before
 * @param longestKept how long the store may keep it if it is not released
 * @param othersSince since when the next elsewhere waits, on the monotonic clock, or when
 * nobody did; {@code null} if that is not known
 */
public record GrantDetails(String key, long sequence, long token, Moment validUntil, boolean claimed,
		boolean keptLonger, Duration longestKept, @Nullable Long othersSince) {

	/**
	 * Since when others have waited.
	 * @param asked a moment no later than that at which the store counted
	 * @param waited how long they had waited then; {@code null} if that is not known
	 * @return the moment, or {@code null}
	 */
	public static @Nullable Long othersSince(Moment asked, @Nullable Duration waited) {
		return (waited != null) ? asked.nanos() - waited.toNanos() : null;
	}

}
