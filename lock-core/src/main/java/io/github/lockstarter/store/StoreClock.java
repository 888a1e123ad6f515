package io.github.lockstarter.store;

/**
 * A moment on a store's clock. Two moments can be compared only if they come from the
 * same server.
 *
 * @param micros microseconds since the epoch by that server
 * @param server the server's id, new after each of its restarts; empty if unknown
 */
public record StoreClock(long micros, String server) {
}
