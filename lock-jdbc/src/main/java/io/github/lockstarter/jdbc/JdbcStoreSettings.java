package io.github.lockstarter.jdbc;

import java.util.regex.Pattern;

/**
 * Settings of a {@link JdbcLockStore}. Immutable.
 *
 * @param table the table of the locks, with or without the name of its schema
 * @param maxConnections the largest number of connections that requests use at a time,
 * besides one for notifications
 * @param notifications whether waiters are notified, where the database can do that;
 * otherwise they ask every second. Switch it off if a pool between application and
 * database gives a connection to another client after each transaction
 */
public record JdbcStoreSettings(String table, int maxConnections, boolean notifications) {

	/** The default name of the table. */
	public static final String DEFAULT_TABLE = "distributed_lock";

	/** The default number of connections that requests use at a time. */
	public static final int DEFAULT_MAX_CONNECTIONS = 4;

	private static final Pattern NAME = Pattern.compile("([A-Za-z_][A-Za-z0-9_]{0,62}\\.)?[A-Za-z_][A-Za-z0-9_]{0,62}");

	/**
	 * Create settings.
	 * @param table the table of the locks
	 * @param maxConnections the largest number of connections that requests use at a time
	 * @param notifications whether waiters are notified
	 * @throws IllegalArgumentException if the table has no plain name, or there are no
	 * connections
	 */
	public JdbcStoreSettings {
		if (!NAME.matcher(table).matches()) {
			throw new IllegalArgumentException(
					"the name of the table has to consist of letters, digits and underscores, with the name of a schema and a dot"
							+ " before it if needed, but was '" + table + "'");
		}
		if (maxConnections < 1) {
			throw new IllegalArgumentException(
					"requests need at least 1 connection, but the maximum was " + maxConnections);
		}
	}

	/**
	 * The largest number of connections that a store with one session uses at a time.
	 * @return those for requests, and the one for notifications
	 */
	public int mostConnections() {
		return this.maxConnections + (this.notifications ? 1 : 0);
	}

	/**
	 * The default settings.
	 * @return the default settings
	 */
	public static JdbcStoreSettings defaults() {
		return new JdbcStoreSettings(DEFAULT_TABLE, DEFAULT_MAX_CONNECTIONS, true);
	}

}
