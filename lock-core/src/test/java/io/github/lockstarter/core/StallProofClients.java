package io.github.lockstarter.core;

import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.store.LockStore;

/**
 * Clients for tests in other rooms, whose time stands still while the JVM does.
 */
public final class StallProofClients {

	private StallProofClients() {
	}

	/**
	 * A client of a store in memory.
	 */
	public static DefaultLockClient newClient(LockStore store, LockSettings settings, ClientIdentity identity) {
		return new DefaultLockClient(LockStores.of(store), settings, identity, LockClientOptions.DEFAULT,
				new DefaultLockClient.Observers(LockEventListener.NONE, LockInstrumentation.NONE),
				new StallProofPlatform());
	}

}
