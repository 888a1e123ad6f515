package io.github.lockstarter.jdbc;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

import javax.sql.DataSource;

import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreFeature;
import org.jspecify.annotations.Nullable;

/**
 * A {@link LockStore} in a table of a PostgreSQL database; an H2 database serves in
 * tests. Every request is a transaction of its own on a connection of its own, and never
 * takes part in one of the caller. Time is that of the database server.
 *
 * <p>
 * PostgreSQL notifies waiters; each session that has to wait keeps one connection for
 * that, as long as requests get theirs in time. Nothing is connected before the first
 * request. Thread-safe.
 */
public final class JdbcLockStore implements LockStore, AutoCloseable {

	private final Requests requests;

	private final JdbcStoreSettings settings;

	private final DataSource dataSource;

	private final LocalListeners local = new LocalListeners();

	private final @Nullable ApplicationPool shared;

	private final @Nullable OwnConnections own;

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
		this.shared = new ApplicationPool(dataSource, settings);
		this.own = null;
		this.requests = new Requests(this.shared, settings);
	}

	private JdbcLockStore(OwnConnections own, JdbcStoreSettings settings) {
		this.dataSource = own;
		this.settings = settings;
		this.shared = null;
		this.own = own;
		this.requests = new Requests(own, settings);
	}

	/**
	 * Create a store with connections of its own beside those of a pool, so that neither
	 * has to wait for the other: to the same database, in the same way.
	 * @param pool a pool of HikariCP, or a wrapper of one
	 * @param settings the settings of the store
	 * @return the store, to be closed after its sessions and clients; empty if this is
	 * another kind of pool, or none
	 */
	public static Optional<JdbcLockStore> beside(DataSource pool, JdbcStoreSettings settings) {
		return OwnConnections.beside(pool, settings.mostConnections()).map((own) -> new JdbcLockStore(own, settings));
	}

	@Override
	public Set<StoreFeature> lacks() {
		return EnumSet.of(StoreFeature.VOTES);
	}

	@Override
	public LockSession open(String instance, GrantListener listener) {
		this.local.add(instance, listener);
		GrantChannel channel = new GrantChannel(this.dataSource, this.settings, instance, listener);
		if (this.shared != null) {
			this.shared.add(channel);
		}
		return new JdbcLockSession(this.requests, this.settings, instance, channel, this.local);
	}

	/**
	 * Close the connections that this store has {@linkplain #beside opened for itself}.
	 */
	@Override
	public void close() {
		if (this.own != null) {
			this.own.close();
		}
	}

}
