package io.github.lockstarter.jdbc;

import java.util.EnumSet;
import java.util.Set;

import javax.sql.DataSource;

import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreFeature;

/**
 * A {@link LockStore} in a table of a PostgreSQL database; an H2 database serves in
 * tests. Every request is a transaction of its own on a connection of its own, and never
 * takes part in one of the caller. Time is that of the database server.
 *
 * <p>
 * PostgreSQL notifies waiters; each session that has to wait keeps one connection for
 * that. Nothing is connected before the first request. Thread-safe.
 */
public final class JdbcLockStore implements LockStore {

	private final Requests requests;

	private final JdbcStoreSettings settings;

	private final DataSource dataSource;

	private final LocalListeners local = new LocalListeners();

	/**
	 * Create a store with the default settings.
	 * @param dataSource supplies connections, preferably from a pool
	 */
	public JdbcLockStore(DataSource dataSource) {
		this(dataSource, JdbcStoreSettings.defaults());
	}

	/**
	 * Create a store.
	 * @param dataSource supplies connections, preferably from a pool
	 * @param settings the settings of the store
	 */
	public JdbcLockStore(DataSource dataSource, JdbcStoreSettings settings) {
		this.dataSource = dataSource;
		this.settings = settings;
		this.requests = new Requests(dataSource, settings);
	}

	@Override
	public Set<StoreFeature> lacks() {
		return EnumSet.of(StoreFeature.VOTES);
	}

	@Override
	public LockSession open(String instance, GrantListener listener) {
		this.local.add(instance, listener);
		GrantChannel channel = new GrantChannel(this.dataSource, this.settings, instance, listener);
		return new JdbcLockSession(this.requests, this.settings, instance, channel, this.local);
	}

}
