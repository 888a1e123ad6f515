package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;

/**
 * A connection of the application while it is used here: each statement is a transaction,
 * and none waits indefinitely for its answer. Restores the state that the next user of
 * the connection expects, unless the connection is broken. Not thread-safe.
 */
final class BorrowedConnection implements AutoCloseable {

	/** The time limit of one answer of the server. */
	static final int ANSWER_MILLIS = 3000;

	private final Connection connection;

	private final boolean automatic;

	/** Negative if the driver has none. */
	private final int timeout;

	BorrowedConnection(Connection connection) throws SQLException {
		this.connection = connection;
		this.automatic = connection.getAutoCommit();
		this.timeout = limitAnswers(connection);
	}

	private static int limitAnswers(Connection connection) throws SQLException {
		try {
			int before = connection.getNetworkTimeout();
			connection.setNetworkTimeout(Runnable::run, ANSWER_MILLIS);
			return before;
		}
		catch (SQLFeatureNotSupportedException ex) {
			return -1;
		}
	}

	void commitEachStatement() throws SQLException {
		if (!this.automatic) {
			this.connection.setAutoCommit(true);
		}
	}

	@Override
	public void close() throws SQLException {
		if (this.connection.isClosed()) {
			return;
		}
		if (!this.automatic) {
			this.connection.setAutoCommit(false);
		}
		if (this.timeout >= 0) {
			this.connection.setNetworkTimeout(Runnable::run, this.timeout);
		}
	}

}
