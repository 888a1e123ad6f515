package io.github.lockstarter;

import java.time.Duration;

/**
 * A lock was lost while it was held.
 *
 * @param name the name of the lock; empty if it has none
 * @param key its key
 * @param kind the kind of lock that its holder has
 * @param fencingToken the token of the acquisition that was lost; 0 if the lock is shared
 * @param held how long it was certainly held
 * @param reason the reason, in words
 */
public record LockLostEvent(String name, String key, LockKind kind, long fencingToken, Duration held,
		String reason) implements LockEvent {
}
