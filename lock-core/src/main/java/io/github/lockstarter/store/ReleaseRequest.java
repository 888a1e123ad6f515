package io.github.lockstarter.store;

/**
 * A request to release a lock that is not kept.
 *
 * @param key the lock
 * @param sequence the acquisition that holds it
 * @param passes how many of the reserved tokens were used
 */
public record ReleaseRequest(String key, long sequence, int passes) {
}
