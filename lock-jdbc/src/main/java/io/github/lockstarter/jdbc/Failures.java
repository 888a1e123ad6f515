package io.github.lockstarter.jdbc;

import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;

import io.github.lockstarter.jdbc.Reachability.UncheckedSqlException;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Kind;

/**
 * Explains failures of the database and what to do about them.
 */
final class Failures {

	private static final Set<String> NO_TABLE = Set.of("42P01", "42S02", "42S03", "42S04");

	/** That of PostgreSQL, and those of H2. */
	private static final Set<String> UNKNOWN_SQL = Set.of("42601", "42000", "42001");

	/** Another transaction changed the row first. */
	private static final Set<String> CONFLICTS = Set.of("40001", "40P01", "HYT00");

	private Failures() {
	}

	/** Whether nobody can be notified, since somebody does not read his notifications. */
	static boolean isFullOfNotifications(SQLException failure) {
		return state(failure).equals("54000");
	}

	static boolean isConflict(SQLException failure) {
		return CONFLICTS.contains(state(failure));
	}

	/**
	 * Explain a failure.
	 * @param first whether there was no connection yet: later a refused login may pass,
	 * since passwords are changed here first and then there
	 */
	static StoreException translate(Throwable failure, String table, boolean first) {
		if (failure instanceof StoreException known) {
			return known;
		}
		Throwable cause = (failure instanceof UncheckedSqlException) ? failure.getCause() : failure;
		return (cause instanceof SQLException sql) ? translate(sql, table, first)
				: new StoreException("a request to the database failed: " + failure, true, failure);
	}

	private static StoreException translate(SQLException failure, String table, boolean first) {
		String state = state(failure);
		if (NO_TABLE.contains(state)) {
			return new StoreException("the table '" + table + "' of the locks does not exist; create it with the script"
					+ " io/github/lockstarter/jdbc/schema-postgresql.sql (or schema-h2.sql) of lock-jdbc, or set"
					+ " 'distributed-lock.jdbc.table' to yours", false, failure);
		}
		if (state.equals("42501")) {
			return new StoreException("the database user needs the rights to select, insert, update and delete in"
					+ " the table '" + table + "' of the locks: " + failure.getMessage(), false, Kind.PERMISSION,
					failure);
		}
		if (state.startsWith("28")) {
			return new StoreException("the database rejected the login: " + failure.getMessage(), !first,
					Kind.PERMISSION, failure);
		}
		if (state.equals("25006")) {
			return new StoreException(
					"the database is read-only: it is a standby server, and locks need the primary; or"
							+ " 'default_transaction_read_only' is on for this server, database or user, and has to be off",
					true, Kind.NOT_READY, failure);
		}
		if (UNKNOWN_SQL.contains(state)) {
			return new StoreException("the database does not know the SQL of locks; use PostgreSQL, or H2 with"
					+ " ';MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE' in its URL", false, failure);
		}
		if (state.equals("55P03")) {
			return new StoreException(
					"another session keeps what the request needs, as pg_locks shows: " + failure.getMessage(), true,
					failure);
		}
		if (state.startsWith("57P")) {
			return new StoreException("the database is starting up or shutting down: " + failure.getMessage(), true,
					Kind.NOT_READY, failure);
		}
		if (state.startsWith("53")) {
			return new StoreException("the database lacks memory, disk space or connections: " + failure.getMessage(),
					true, Kind.MEMORY, failure);
		}
		if (state.startsWith("08") || failure instanceof SQLTransientConnectionException) {
			return new StoreException("no connection to the database: " + reason(failure), true, Kind.CONNECTION,
					failure);
		}
		return new StoreException("a request to the database failed: " + failure.getMessage(), true, failure);
	}

	/** A pool tells how long it has waited, and the driver why. */
	private static String reason(SQLException failure) {
		Throwable cause = failure.getCause();
		if (cause instanceof SocketTimeoutException) {
			return "it did not answer within " + BorrowedConnection.ANSWER_MILLIS + " ms";
		}
		return failure.getMessage() + ((cause instanceof SQLException) ? ": " + cause.getMessage() : "");
	}

	private static String state(SQLException failure) {
		return (failure.getSQLState() != null) ? failure.getSQLState() : "";
	}

}
