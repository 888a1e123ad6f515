package io.github.lockstarter;

import java.util.List;

/**
 * The lock that a call asks for. Immutable.
 *
 * @param name the name of the lock; empty if it has none
 * @param keys its keys, sorted, without the prefix
 * @param kind its kind
 */
public record LockCall(String name, List<String> keys, LockKind kind) {
}
