package io.github.lockstarter;

import java.time.Duration;

/**
 * A holder gave back a lock that it had lost: what it did after losing it was not
 * protected.
 *
 * @param name the name of the lock; empty if it has none
 * @param key its key
 * @param fencingToken the token of the acquisition
 * @param held how long it was in the holder's hands, the time after the loss included
 */
public record LockReleasedLateEvent(String name, String key, long fencingToken, Duration held) implements LockEvent {
}
