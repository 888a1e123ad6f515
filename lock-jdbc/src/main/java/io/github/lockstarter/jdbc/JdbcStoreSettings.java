package io.github.lockstarter.jdbc;

import java.util.regex.Pattern;

/**
 * How a {@link JdbcLockStore} uses its database.
 *
 * @param table the table of the locks, with or without the name of its schema
 * @param maxConnections how many connections requests use at a time at most, besides one
 * for notifications
 * @param notifications whether waiters are notified, where the database can do that;
 * otherwise they ask every second. To be switched off if a pool between application and
 * database gives a connection to somebody else after each transaction
 */
public record JdbcStoreSettings(String table, int maxConnections, boolean notifications) {

	/** The table unless another is named. */
	public static final String DEFAULT_TABLE = "distributed_lock";

	/** How many connections requests use at a time unless told otherwise. */
	public static final int DEFAULT_MAX_CONNECTIONS = 4;

	private static final Pattern NAME = Pattern.compile("([A-Za-z_][A-Za-z0-9_]{0,62}\\.)?[A-Za-z_][A-Za-z0-9_]{0,62}");

	/**
	 * Create settings.
	 * @param table the table of the locks
	 * @param maxConnections how many connections requests use at a time at most
	 * @param notifications whether waiters are notified
	 * @throws IllegalArgumentException if the table has no plain name, or there are no
	 * connections
	 */
	public JdbcStoreSettings {
		if (!NAME.matcher(table).matches()) {
			throw new IllegalArgumentException(
					"the name of a table is made of letters, digits and underscores, with the name of a schema and a dot"
							+ " before it if needed, but was '" + table + "'");
		}
		if (maxConnections < 1) {
			throw new IllegalArgumentException(
					"requests need at least 1 connection, but the maximum was " + maxConnections);
		}
	}

	/**
	 * The settings of a store that is not told any.
	 * @return the default settings
	 */
	public static JdbcStoreSettings defaults() {
		return new JdbcStoreSettings(DEFAULT_TABLE, DEFAULT_MAX_CONNECTIONS, true);
	}

}
