package io.github.lockstarter.jdbc;

import java.util.function.Consumer;
import java.util.stream.Stream;

import javax.sql.DataSource;

import io.github.lockstarter.core.StoreUnderTest;
import io.github.lockstarter.store.LockStore;

/**
 * The database on which the behaviour of the client is tested: PostgreSQL, or H2 if the
 * system property {@code behaviour.database} says so.
 */
public final class DatabaseUnderTest implements StoreUnderTest, StoreUnderTest.Provider {

	private static final boolean H2_CHOSEN = "h2".equals(System.getProperty("behaviour.database"));

	/** Ends with the JVM, as the server does. */
	private static final DataSource POOL = H2_CHOSEN ? H2.database("behaviour") : Postgres.pool();

	private static final LockStore SHARED = new JdbcLockStore(POOL);

	@Override
	public LockStore open(Consumer<Runnable> afterTest) {
		return H2_CHOSEN ? SHARED : new JdbcLockStore(POOL);
	}

	@Override
	public Stream<StoreUnderTest> stores() {
		return Stream.of(this);
	}

	@Override
	public String toString() {
		return H2_CHOSEN ? "H2" : "PostgreSQL";
	}

}
