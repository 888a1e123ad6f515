package io.github.lockstarter;

import java.time.Duration;

/**
 * A lock was lost while it was held.
 *
 * @param name the name of the lock; empty if it has none
 * @param key its key
 * @param fencingToken the token of the acquisition that was lost
 * @param held how long it was held, as far as this JVM could be certain of it
 * @param reason what happened, in words
 */
public record LockLostEvent(String name, String key, long fencingToken, Duration held,
		String reason) implements LockEvent {
}
