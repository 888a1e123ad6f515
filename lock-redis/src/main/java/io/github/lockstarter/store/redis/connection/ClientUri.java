package io.github.lockstarter.store.redis.connection;

import java.lang.reflect.Field;

import io.github.lockstarter.containment.Contained;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the address from the application's client, with its sentinels and the
 * credentials. Lettuce uses it internally and does not publish it.
 */
public final class ClientUri {

	private static final Logger logger = LoggerFactory.getLogger(ClientUri.class);

	private static final @Nullable Field FIELD = field();

	private ClientUri() {
	}

	private static @Nullable Field field() {
		try {
			Field field = RedisClient.class.getDeclaredField("redisURI");
			field.setAccessible(true);
			return field;
		}
		catch (NoSuchFieldException | RuntimeException ex) {
			Contained.run("A message", () -> logger
				.info("This version of Lettuce does not show the sentinels that it asks: a planned failover is noticed"
						+ " only when the former primary is demoted", ex));
			return null;
		}
	}

	/**
	 * The address of the client, if it has one.
	 */
	public static @Nullable RedisURI of(RedisClient client) {
		Field field = FIELD;
		try {
			return (field != null && field.get(client) instanceof RedisURI uri
					&& (uri.getHost() != null || uri.getSocket() != null || namesSentinels(uri))) ? uri : null;
		}
		catch (IllegalAccessException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * The server that a client connects to, for messages: with its address, unless
	 * sentinels name it or it is one of a Cluster.
	 */
	static String server(AbstractRedisClient client) {
		RedisURI uri = (client instanceof RedisClient single) ? of(single) : null;
		return (uri == null || uri.getHost() == null || namesSentinels(uri)) ? "Redis"
				: "Redis at " + uri.getHost() + ":" + uri.getPort();
	}

	/**
	 * Whether an address is that of a primary which sentinels name.
	 */
	public static boolean namesSentinels(RedisURI uri) {
		return uri.getSentinelMasterId() != null && !uri.getSentinels().isEmpty();
	}

}
