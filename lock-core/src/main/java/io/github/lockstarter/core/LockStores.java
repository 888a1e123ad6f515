package io.github.lockstarter.core;

import java.util.Map;

import io.github.lockstarter.store.LockStore;

/**
 * The stores of a client: the standard one, and further ones for the locks of some names.
 * A key is another lock in each store. Immutable.
 *
 * @param standard the store of all locks that no other is named for
 * @param further the other stores, by a short name for operators, such as "jdbc"
 * @param locks the further store of a lock, by the name of the lock
 */
public record LockStores(LockStore standard, Map<String, LockStore> further, Map<String, String> locks) {

	/**
	 * Copy the maps.
	 * @throws IllegalArgumentException if a lock is to be kept in a store that is missing
	 */
	public LockStores {
		further = Map.copyOf(further);
		locks = Map.copyOf(locks);
		for (Map.Entry<String, String> lock : locks.entrySet()) {
			if (!further.containsKey(lock.getValue())) {
				throw new IllegalArgumentException("The lock '" + lock.getKey() + "' is to be kept in the store '"
						+ lock.getValue() + "', which is none of " + further.keySet() + ".");
			}
		}
	}

	/** The store that keeps the locks of a name. */
	LockStore of(String lockName) {
		String store = this.locks.get(lockName);
		return (store != null) ? this.further.getOrDefault(store, this.standard) : this.standard;
	}

	/**
	 * One store for all locks.
	 * @param store the store
	 * @return the stores
	 */
	public static LockStores of(LockStore store) {
		return new LockStores(store, Map.of(), Map.of());
	}

}
