package io.github.lockstarter.core;

import java.util.Optional;
import java.util.ServiceLoader;

import io.github.lockstarter.store.LockStore;

/**
 * A store of another module. If there is one on the class path, the behaviour of the
 * client is tested on that alone.
 */
public interface OtherStore {

	/**
	 * Create a store.
	 * @return a store that shares its locks with those created before
	 */
	LockStore newStore();

	static Optional<OtherStore> find() {
		return ServiceLoader.load(OtherStore.class).findFirst();
	}

}
