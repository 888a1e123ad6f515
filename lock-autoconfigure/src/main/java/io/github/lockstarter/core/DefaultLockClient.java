package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Collection;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.store.LockStore;
import org.jspecify.annotations.Nullable;

/**
 * The {@link LockClient} over a {@link LockStore}. Uses one daemon timer thread, and
 * further daemon threads only to complete asynchronous acquisitions.
 */
public final class DefaultLockClient implements LockClient, AutoCloseable {

	private final Engine engine;

	/**
	 * Create a client with an instance id of its own.
	 * @param store where the locks are kept
	 * @param settings the defaults, and the settings of single locks
	 * @param identity how this client shows itself to people
	 * @param renewalInterval how often a lease is renewed; {@code null} for a third of
	 * the lease
	 */
	public DefaultLockClient(LockStore store, LockSettings settings, ClientIdentity identity,
			@Nullable Duration renewalInterval) {
		this.engine = new Engine(store, settings, identity, renewalInterval);
	}

	@Override
	public LockSpec lock(Collection<String> keys) {
		return new DefaultLockSpec(this.engine, Keys.sorted(keys));
	}

	/**
	 * Connect to the store in advance. Returns at once; a failure is no error.
	 */
	public void warmUp() {
		this.engine.session().warmUp();
	}

	/**
	 * End this client: whoever waits gets a {@code LockUnavailableException}, and no
	 * lease is renewed any more. Locks that are still held are not released under the
	 * code that runs: their leases end by themselves.
	 */
	@Override
	public void close() {
		this.engine.close();
	}

	Engine engine() {
		return this.engine;
	}

}
