package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.lockstarter.store.StoreCondition;
import org.jspecify.annotations.Nullable;

/**
 * Reports the condition of the database.
 */
final class Conditions {

	private static final String SETTINGS = "select current_setting('fsync'), current_setting('synchronous_commit'),"
			+ " pg_is_in_recovery()";

	private Conditions() {
	}

	static StoreCondition of(Connection connection, Dialect dialect, String table) throws SQLException {
		DatabaseMetaData database = connection.getMetaData();
		Map<String, String> details = new LinkedHashMap<>();
		details.put("database", database.getDatabaseProductName() + " " + database.getDatabaseProductVersion());
		details.put("table", table);
		return new StoreCondition(details, (dialect == Dialect.POSTGRESQL) ? problem(connection) : null);
	}

	private static @Nullable String problem(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(SETTINGS)) {
			row.next();
			if (row.getBoolean(3)) {
				return "The database is a standby server and read-only; locks need the primary.";
			}
			if (row.getString(1).equals("off") || row.getString(2).equals("off")) {
				return "A crash of the database server may forget locks that are held, since 'fsync' or"
						+ " 'synchronous_commit' is off; switch them on.";
			}
			return null;
		}
	}

}
