package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Finds out whether instances listen for their notifications, from the connections that
 * the server knows. Asks at most once for each, and only if a request depends on it. Not
 * thread-safe.
 */
final class Reachability implements Predicate<String> {

	private static final String LISTENING = "select 1 from pg_stat_activity where application_name = ?"
			+ " and datname = current_database() limit 1";

	private final Connection connection;

	private final Dialect dialect;

	private final Map<String, Boolean> known = new HashMap<>(2);

	Reachability(Connection connection, Dialect dialect) {
		this.connection = connection;
		this.dialect = dialect;
	}

	/** Without notifications, all instances ask by themselves. */
	@Override
	public boolean test(String instance) {
		return !this.dialect.isNotifying() || this.known.computeIfAbsent(instance, this::isListening);
	}

	private boolean isListening(String instance) {
		try (PreparedStatement statement = this.connection.prepareStatement(LISTENING)) {
			statement.setString(1, Notifications.channel(instance));
			try (ResultSet found = statement.executeQuery()) {
				return found.next();
			}
		}
		catch (SQLException ex) {
			throw new UncheckedSqlException(ex);
		}
	}

	/**
	 * Carries a failure through code without JDBC exceptions.
	 */
	static final class UncheckedSqlException extends RuntimeException {

		private static final long serialVersionUID = 1L;

		UncheckedSqlException(SQLException cause) {
			super(cause);
		}

	}

}
