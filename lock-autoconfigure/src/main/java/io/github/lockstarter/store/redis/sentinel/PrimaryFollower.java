package io.github.lockstarter.store.redis.sentinel;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import org.jspecify.annotations.Nullable;

/**
 * One connection, or the attempts to open it, on its way from primary to primary.
 */
public final class PrimaryFollower {

	private final SentinelWatch watch;

	private final Runnable leave;

	/** Where the last attempt was led to; {@code null} while it asks. */
	private volatile @Nullable Primary led;

	PrimaryFollower(SentinelWatch watch, Runnable leave) {
		this.watch = watch;
		this.leave = leave;
	}

	/**
	 * Ask the sentinels where to connect to, and watch them from now on. Blocks.
	 * @return {@code null} if the client names no sentinels
	 */
	public @Nullable RedisURI find(RedisClient client) {
		this.led = null;
		return this.watch.find(client, (found) -> this.led = found);
	}

	/**
	 * Another server has become the primary.
	 */
	void follow(Primary found) {
		Primary known = this.led;
		if (known != null && !found.isSameServerAs(known)) {
			this.leave.run();
		}
	}

}
