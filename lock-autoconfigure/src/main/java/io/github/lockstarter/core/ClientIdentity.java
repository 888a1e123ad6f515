package io.github.lockstarter.core;

/**
 * How a client shows itself to people who look at a lock.
 *
 * @param application the application's name
 * @param instance the JVM, as host and process
 */
public record ClientIdentity(String application, String instance) {
}
