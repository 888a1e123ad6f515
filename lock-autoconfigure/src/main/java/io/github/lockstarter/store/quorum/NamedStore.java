package io.github.lockstarter.store.quorum;

import io.github.lockstarter.store.LockStore;

/**
 * One of the stores of a quorum.
 *
 * @param name its name for operators, such as an address
 * @param store the store
 */
public record NamedStore(String name, LockStore store) {
}
