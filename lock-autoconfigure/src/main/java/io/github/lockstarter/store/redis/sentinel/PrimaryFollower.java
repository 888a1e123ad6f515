package io.github.lockstarter.store.redis.sentinel;

import io.github.lockstarter.store.redis.connection.ConnectionHolder;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to connect to the primary, and the resulting connection.
 */
final class PrimaryFollower {

	private final SentinelWatch watch;

	private final Runnable leave;

	/** The target of the last attempt; {@code null} while it asks. */
	private volatile @Nullable Primary led;

	private volatile @Nullable StatefulConnection<?, ?> opened;

	PrimaryFollower(SentinelWatch watch, Runnable leave) {
		this.watch = watch;
		this.leave = leave;
	}

	/**
	 * Ask the sentinels for the server to connect to, and watch them from now on. Blocks.
	 * @return {@code null} if the client names no sentinels
	 */
	@Nullable RedisURI find(RedisClient client) {
		this.led = null;
		return this.watch.find(client, (found) -> this.led = found);
	}

	/**
	 * Note that the attempt has led to a connection.
	 */
	void opened(StatefulConnection<?, ?> connection) {
		this.opened = connection;
	}

	boolean isOver() {
		StatefulConnection<?, ?> connection = this.opened;
		return connection != null && ConnectionHolder.isClosed(connection);
	}

	/**
	 * Note that another server has become the primary.
	 */
	void follow(Primary found) {
		Primary known = this.led;
		if (known != null && !found.isSameServerAs(known)) {
			leave();
		}
	}

	private void leave() {
		StatefulConnection<?, ?> connection = this.opened;
		if (connection != null) {
			ConnectionHolder.close(connection);
		}
		else {
			this.leave.run();
		}
	}

}
