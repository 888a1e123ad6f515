package io.github.lockstarter.core.hold;

import java.time.Duration;

import io.github.lockstarter.core.platform.Moment;

/**
 * An acquisition that the store has granted.
 *
 * @param key the lock
 * @param sequence the acquisition
 * @param token its fencing token, after which more are reserved
 * @param validUntil until when it can be counted on
 * @param claimed false if it is valid for the claim window only, and the claim is under
 * way
 * @param longestLease how long the store may keep it if it is not released
 */
public record Granted(String key, long sequence, long token, Moment validUntil, boolean claimed,
		Duration longestLease) {
}
