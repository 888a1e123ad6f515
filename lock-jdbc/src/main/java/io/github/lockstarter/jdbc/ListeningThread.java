package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import javax.sql.DataSource;

import io.github.lockstarter.LogText;
import io.github.lockstarter.containment.FailureIsolation;
import io.github.lockstarter.containment.RareWarning;
import io.github.lockstarter.store.record.Message;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * Keeps one connection that listens for the notifications of an instance, and opens
 * another when it was lost. The name of the connection shows others that the instance
 * listens.
 */
final class ListeningThread extends Thread {

	private static final Log logger = LogFactory.getLog(ListeningThread.class);

	/** Time of listening after which the server is checked to answer still. */
	private static final int LISTEN_MILLIS = 5000;

	/** Of a notification of others, which may be long. */
	private static final int MOST_SHOWN = 200;

	private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

	private final RareWarning strange = new RareWarning(ListeningThread.class);

	private final GrantChannel channel;

	private final DataSource dataSource;

	private final String table;

	private final String name;

	private volatile @Nullable Connection current;

	private volatile boolean ended;

	ListeningThread(GrantChannel channel, DataSource dataSource, String table, String name) {
		super("lock-jdbc-listener");
		setDaemon(true);
		this.channel = channel;
		this.dataSource = dataSource;
		this.table = table;
		this.name = name;
	}

	@Override
	public void run() {
		boolean again = false;
		while (!this.ended) {
			try (Connection connection = this.dataSource.getConnection()) {
				try {
					listen(connection, again);
				}
				catch (Throwable ex) {
					discard(connection, ex);
					throw ex;
				}
				finally {
					this.current = null;
				}
			}
			catch (Throwable ex) {
				FailureIsolation.run("The notice of a lost connection",
						() -> this.channel.lost(this, Failures.translate(ex, this.table, false)));
				FailureIsolation.run("The message about a lost connection", () -> log(ex));
			}
			again = true;
			pause();
		}
	}

	private void log(Throwable failure) {
		if (!this.ended) {
			logger.debug("The connection for lock notifications was lost", failure);
		}
	}

	private void listen(Connection connection, boolean again) throws SQLException {
		this.current = connection;
		try (BorrowedConnection borrowed = new BorrowedConnection(connection)) {
			borrowed.commitEachStatement();
			hearAll(connection, again);
		}
	}

	private void hearAll(Connection connection, boolean again) throws SQLException {
		PGConnection notified = connection.unwrap(PGConnection.class);
		try (PreparedStatement named = connection.prepareStatement("select set_config('application_name', ?, false)");
				Statement statement = connection.createStatement()) {
			statement.execute("listen \"" + this.name + "\"");
			named.setString(1, this.name);
			named.execute();
			this.channel.listening(this, again);
			while (!this.ended) {
				PGNotification[] heard = notified.getNotifications(LISTEN_MILLIS);
				if (heard == null || heard.length == 0) {
					statement.execute("select 1");
				}
				else {
					hear(heard);
				}
			}
			statement.execute("unlisten *");
			statement.execute("reset application_name");
		}
	}

	private void hear(PGNotification[] notifications) {
		this.channel.trust();
		for (PGNotification notification : notifications) {
			String payload = notification.getParameter();
			if (!payload.isEmpty()) {
				hear(payload);
			}
		}
	}

	private void hear(String payload) {
		Message message;
		try {
			message = Notifications.message(payload);
		}
		catch (RuntimeException ex) {
			this.strange.warn(() -> "Ignored a notification on channel '" + this.name
					+ "' that no lock store has sent: '" + LogText.of(payload, MOST_SHOWN) + "'.");
			return;
		}
		FailureIsolation.run("A notification of a lock", () -> this.channel.heard(message));
	}

	/** A pool would give a connection that still listens to another user. */
	private static void discard(Connection connection, Throwable cause) {
		try {
			connection.abort(Runnable::run);
			try (Statement statement = connection.createStatement()) {
				statement.execute("select 1");
			}
		}
		catch (SQLException ex) {
			// the pool has seen that it is of no use any more
			cause.addSuppressed(ex);
		}
	}

	private void pause() {
		if (!this.ended) {
			LockSupport.parkNanos(PAUSE_NANOS);
		}
	}

	/** Use another connection from now on. */
	void abort() {
		Connection connection = this.current;
		if (connection != null) {
			try {
				connection.abort(Runnable::run);
			}
			catch (SQLException ex) {
				logger.debug("A connection could not be aborted", ex);
			}
		}
	}

	/** End with the next notification. */
	void end() {
		this.ended = true;
		LockSupport.unpark(this);
	}

}
