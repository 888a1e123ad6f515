package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;

/**
 * A pool for the connections of locks alone, beside a pool of the application: to the
 * same database, in the same way. It opens connections when they are needed, and follows
 * a change of the application's credentials. Thread-safe.
 */
final class OwnConnections extends HikariDataSource implements Connections {

	/** Shorter than the time limit of a request, so that its failure gives the reason. */
	private static final long LONGEST_WAIT_MILLIS = TimeUnit.SECONDS.toMillis(3);

	private static final long IDLE_MILLIS = TimeUnit.MINUTES.toMillis(1);

	private final HikariDataSource application;

	private OwnConnections(HikariDataSource application, int size) {
		this.application = application;
		application.copyStateTo(this);
		setPoolName("distributed-lock");
		setMaximumPoolSize(size);
		setMinimumIdle(0);
		setIdleTimeout(IDLE_MILLIS);
		setConnectionTimeout(Math.min(application.getConnectionTimeout(), LONGEST_WAIT_MILLIS));
		setInitializationFailTimeout(-1);
		setRegisterMbeans(false);
	}

	/**
	 * Prepare connections beside those of a pool.
	 * @return empty if it is not a pool of HikariCP
	 */
	static Optional<OwnConnections> beside(DataSource application, int size) {
		try {
			return application.isWrapperFor(HikariDataSource.class)
					? Optional.of(new OwnConnections(application.unwrap(HikariDataSource.class), size))
					: Optional.empty();
		}
		catch (SQLException ex) {
			return Optional.empty();
		}
	}

	@Override
	public Connection open() throws SQLException {
		return getConnection();
	}

	@Override
	public Connection getConnection() throws SQLException {
		setUsername(this.application.getUsername());
		setPassword(this.application.getPassword());
		return super.getConnection();
	}

}
