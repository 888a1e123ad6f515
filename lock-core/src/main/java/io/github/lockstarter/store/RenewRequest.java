package io.github.lockstarter.store;

import java.time.Duration;

/**
 * A request to renew a lease.
 *
 * @param key the lock
 * @param sequence the acquisition that holds it
 * @param lease the shortest time that it has to last from now
 */
public record RenewRequest(String key, long sequence, Duration lease) {
}
