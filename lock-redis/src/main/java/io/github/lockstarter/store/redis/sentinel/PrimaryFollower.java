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

	/** What another has found out since it asks. */
	private volatile @Nullable Primary told;

	private volatile @Nullable StatefulConnection<?, ?> opened;

	PrimaryFollower(SentinelWatch watch, Runnable leave) {
		this.watch = watch;
		this.leave = leave;
	}

	/**
	 * Ask the sentinels for the server to connect to, and watch them from now on. Blocks.
	 * @return {@code null} if that is not known
	 */
	@Nullable RedisURI find(RedisClient client) {
		this.led = null;
		this.told = null;
		return this.watch.find(client, (found) -> this.led = found);
	}

	/**
	 * Note that the attempt has led to a connection.
	 * @return false if another server has become the primary meanwhile
	 */
	boolean opened(StatefulConnection<?, ?> connection) {
		this.opened = connection;
		if (isMisled()) {
			this.opened = null;
		}
		return this.opened != null;
	}

	boolean isOver() {
		StatefulConnection<?, ?> connection = this.opened;
		return connection != null && ConnectionHolder.isClosed(connection);
	}

	/**
	 * Note that another server has become the primary.
	 */
	void follow(Primary found) {
		this.told = found;
		if (isMisled()) {
			leave();
		}
	}

	private boolean isMisled() {
		Primary known = this.led;
		Primary other = this.told;
		return known != null && other != null && !other.isSameServerAs(known);
	}

	/**
	 * Giving up ends all attempts that go on side by side. As long as one of them is on
	 * the right way, this one is merely not to count.
	 */
	private void leave() {
		StatefulConnection<?, ?> connection = this.opened;
		if (connection != null) {
			ConnectionHolder.close(connection);
		}
		else if (this.watch.followers().noneMatch(this::isHelpedBy)) {
			this.leave.run();
		}
	}

	private boolean isHelpedBy(PrimaryFollower other) {
		return other.leave == this.leave && !other.isMisled() && !other.isOver();
	}

}
