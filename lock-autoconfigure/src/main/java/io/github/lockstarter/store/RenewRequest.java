package io.github.lockstarter.store;

import java.time.Duration;

/**
 * A request to renew a lease.
 *
 * @param key the lock
 * @param sequence the acquisition that holds it
 * @param lease how long it is to last from now at least
 */
public record RenewRequest(String key, long sequence, Duration lease) {
}
