package io.github.lockstarter.testing;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;

/**
 * What the server that the tests run on can do: by its version of Redis, or the one that
 * it replaces.
 */
public final class ServerVersion {

	private static final Pattern VERSION = Pattern.compile("redis_version:(\\d+)\\.(\\d+)");

	private ServerVersion() {
	}

	/**
	 * Whether it has sharded channels, on which a Cluster knows who listens.
	 * @return true from Redis 7.0 on
	 */
	public static boolean hasShardedChannels() {
		return Known.NUMBER >= 700;
	}

	/**
	 * The channels of one node of a Cluster that lock clients have subscribed to: sharded
	 * ones where the server has them.
	 * @param node the commands of the node
	 * @return the names of the channels
	 */
	public static List<String> grantChannels(RedisCommands<String, String> node) {
		return hasShardedChannels() ? node.pubsubShardChannels("lock:*") : node.pubsubChannels("lock:*");
	}

	/**
	 * Whether users have rights to channels; otherwise all may use each.
	 * @return true from Redis 6.2 on
	 */
	public static boolean hasChannelRights() {
		return Known.NUMBER >= 602;
	}

	/**
	 * Whether it refuses scripts that write without enough replicas, and can be told how
	 * often it answers while it loads.
	 * @return true from Redis 6.2 on
	 */
	public static boolean canBeMadeToRefuse() {
		return Known.NUMBER >= 602;
	}

	/**
	 * Whether it can pause the commands that write, and no others.
	 * @return true from Redis 6.2 on
	 */
	public static boolean canPauseWrites() {
		return Known.NUMBER >= 602;
	}

	/**
	 * Allow all channels, where that is a right.
	 * @param rights the rights of a user
	 * @return the same, with the channels
	 */
	public static AclSetuserArgs withAllChannels(AclSetuserArgs rights) {
		return hasChannelRights() ? rights.allChannels() : rights;
	}

	private static final class Known {

		static final int NUMBER = ask();

		private static int ask() {
			try (RedisClient client = EmbeddedRedis.shared().newClient()) {
				Matcher version = VERSION.matcher(client.connect().sync().info("server"));
				if (!version.find()) {
					throw new IllegalStateException("The server does not tell its version");
				}
				return 100 * Integer.parseInt(version.group(1)) + Integer.parseInt(version.group(2));
			}
		}

	}

}
