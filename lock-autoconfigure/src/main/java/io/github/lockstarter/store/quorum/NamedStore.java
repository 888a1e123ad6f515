package io.github.lockstarter.store.quorum;

import io.github.lockstarter.store.LockStore;

/**
 * One of the stores of a quorum.
 *
 * @param name how people know it, as an address
 * @param store the store
 */
public record NamedStore(String name, LockStore store) {
}
