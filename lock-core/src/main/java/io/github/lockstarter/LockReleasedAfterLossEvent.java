package io.github.lockstarter;

import java.time.Duration;

/**
 * A holder gave back a lock that it had lost: what it did after losing it was not
 * protected.
 *
 * @param name the name of the lock; empty if it has none
 * @param key its key
 * @param kind the kind of lock that its holder has
 * @param fencingToken the token of the acquisition; 0 if the lock is shared
 * @param held how long it was held, the time after the loss included
 */
public record LockReleasedAfterLossEvent(String name, String key, LockKind kind, long fencingToken,
		Duration held) implements LockEvent {
}
