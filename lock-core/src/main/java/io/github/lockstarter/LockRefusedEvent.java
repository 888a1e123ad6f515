package io.github.lockstarter;

import java.time.Duration;

/**
 * A lock was requested but not acquired.
 *
 * @param name the name of the lock; empty if it has none
 * @param key its key; for several keys, the one that was not acquired
 * @param kind the kind of lock that was asked for
 * @param outcome the reason why not
 * @param waited how long the caller waited for it
 */
public record LockRefusedEvent(String name, String key, LockKind kind, LockOutcome outcome,
		Duration waited) implements LockEvent {
}
