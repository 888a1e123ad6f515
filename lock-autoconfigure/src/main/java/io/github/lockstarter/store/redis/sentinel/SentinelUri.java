package io.github.lockstarter.store.redis.sentinel;

import java.lang.reflect.Field;

import io.github.lockstarter.containment.Contained;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Reads the sentinels and their credentials from the application's client. Lettuce uses
 * them internally and does not publish them.
 */
final class SentinelUri {

	private static final Log logger = LogFactory.getLog(SentinelUri.class);

	private static final @Nullable Field FIELD = field();

	private SentinelUri() {
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
	 * The address of the client if it names sentinels.
	 */
	static @Nullable RedisURI of(RedisClient client) {
		Field field = FIELD;
		try {
			return (field != null && field.get(client) instanceof RedisURI uri && uri.getSentinelMasterId() != null
					&& !uri.getSentinels().isEmpty()) ? uri : null;
		}
		catch (IllegalAccessException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
