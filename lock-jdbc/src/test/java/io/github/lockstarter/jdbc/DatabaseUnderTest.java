package io.github.lockstarter.jdbc;

import javax.sql.DataSource;

import io.github.lockstarter.core.OtherStore;
import io.github.lockstarter.store.LockStore;

/**
 * The database on which the behaviour of the client is tested: PostgreSQL, or H2 if the
 * system property {@code behaviour.database} says so.
 */
public final class DatabaseUnderTest implements OtherStore {

	private static final boolean H2_CHOSEN = "h2".equals(System.getProperty("behaviour.database"));

	/** Ends with the JVM, as the server does. */
	private static final DataSource POOL = H2_CHOSEN ? H2.database("behaviour") : Postgres.pool();

	private static final LockStore SHARED = new JdbcLockStore(POOL);

	@Override
	public LockStore newStore() {
		return H2_CHOSEN ? SHARED : new JdbcLockStore(POOL);
	}

}
