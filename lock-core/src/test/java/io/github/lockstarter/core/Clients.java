package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.core.hold.LockPlan;
import io.github.lockstarter.core.hold.LockRequest;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.store.LockStore;

/**
 * Makes clients for tests of the engine.
 */
final class Clients {

	private Clients() {
	}

	static DefaultLockClient client(LockStore store, String name) {
		return new DefaultLockClient(store, new LockSettings(LockOptions.NONE, Map.of()),
				new ClientIdentity("shop", name), LockClientOptions.DEFAULT);
	}

	/** A client whose leases and deadlines don't end while the machine stalls. */
	static DefaultLockClient stallProofClient(LockStore store, String name) {
		return StallProofClients.newClient(store, new LockSettings(LockOptions.NONE, Map.of()),
				new ClientIdentity("shop", name));
	}

	static DefaultLockClient client(LockStore store, Platform platform) {
		return client(store, LockClientOptions.DEFAULT, LockEventListener.NONE, LockInstrumentation.NONE, platform);
	}

	/** Serve only those from now on that hold a lock; completed when nothing is held. */
	static CompletableFuture<?> drain(DefaultLockClient client) {
		client.engine().clientLifecycle().drain();
		return client.engine().drained();
	}

	static DefaultLockClient client(LockStore store, LockClientOptions options, LockEventListener listener,
			LockInstrumentation instrumentation, Platform platform) {
		return new DefaultLockClient(LockStores.of(store), new LockSettings(LockOptions.NONE, Map.of()),
				new ClientIdentity("shop", "one"), options, new DefaultLockClient.Observers(listener, instrumentation),
				platform);
	}

	static LockRequest request(String key, Duration lease) {
		return new LockRequest(new LockPlan(new LockSettings(LockOptions.NONE, Map.of()).resolve("",
				LockOptions.NONE.with(LockOption.LEASE_TIME, lease))), "", List.of(key));
	}

}
