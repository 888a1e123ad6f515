package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

import javax.sql.DataSource;

import io.github.lockstarter.containment.FailureIsolation;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Connections that locks share with the application. When a request has to wait for one,
 * those that only listen are given back. Thread-safe.
 */
final class ApplicationPool implements Connections {

	private static final Log logger = LogFactory.getLog(ApplicationPool.class);

	private static final Duration LONG = Duration.ofSeconds(1);

	private final DataSource dataSource;

	private final int most;

	private final List<GrantChannel> channels = new CopyOnWriteArrayList<>();

	private final Deadlines waits = new Deadlines(LONG, Requests.newTimer());

	private final AtomicBoolean told = new AtomicBoolean();

	ApplicationPool(DataSource dataSource, JdbcStoreSettings settings) {
		this.dataSource = dataSource;
		this.most = settings.mostConnections();
	}

	void add(GrantChannel channel) {
		this.channels.removeIf(GrantChannel::isClosed);
		this.channels.add(channel);
	}

	@Override
	public Connection open() throws SQLException {
		CompletableFuture<Boolean> opened = new CompletableFuture<>();
		opened.exceptionally((late) -> {
			makeRoom();
			return false;
		});
		this.waits.add(opened);
		try {
			return this.dataSource.getConnection();
		}
		finally {
			opened.complete(true);
		}
	}

	private void makeRoom() {
		this.channels.forEach(
				(channel) -> FailureIsolation.run("The end of a connection for lock notifications", channel::giveBack));
		if (this.told.compareAndSet(false, true)) {
			FailureIsolation.run("The message about missing connections", () -> logger
				.warn("A request for locks has waited for a connection to the database for " + LONG.toSeconds()
						+ " s. If the database answers, the pool is too small for the locks, which use up to "
						+ this.most + " connections of it: without one, held locks can't be renewed, and are lost when"
						+ " their leases end. Give the locks a DataSource of their own (see"
						+ " 'distributed-lock.jdbc.own-connections' and '.data-source'), or the pool more connections."));
		}
	}

}
