package io.github.lockstarter;

import java.time.Duration;

/**
 * A lock was acquired. Entering again is no acquisition.
 *
 * @param name the name of the lock; empty if it has none
 * @param key its key
 * @param kind the kind of lock that its holder has
 * @param fencingToken the token of the acquisition; 0 if the lock is shared
 * @param waited how long the caller waited for it
 * @param passed whether it came from another thread of this JVM, without the store
 */
public record LockAcquiredEvent(String name, String key, LockKind kind, long fencingToken, Duration waited,
		boolean passed) implements LockEvent {
}
