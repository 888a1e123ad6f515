package io.github.lockstarter;

import java.time.Duration;

/**
 * A lock was acquired. Entering again is no acquisition.
 *
 * @param name the name of the lock; empty if it has none
 * @param key its key
 * @param fencingToken the token of the acquisition
 * @param waited how long the caller waited for it
 * @param passed whether it came from another thread of this JVM, without the store
 */
public record LockAcquiredEvent(String name, String key, long fencingToken, Duration waited,
		boolean passed) implements LockEvent {
}
