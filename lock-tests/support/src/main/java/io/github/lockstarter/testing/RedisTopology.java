package io.github.lockstarter.testing;

import java.util.stream.Stream;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;

/**
 * The kinds of Redis that a contract is tested on. Each is started when it is first
 * needed and shared by all tests of this JVM.
 *
 * @see EachRedisTopology
 */
public enum RedisTopology {

	/**
	 * One server.
	 */
	STANDALONE {

		@Override
		public RedisTarget target() {
			return EmbeddedRedis.shared().target();
		}

		@Override
		public void flush() {
			EmbeddedRedis.shared().flush();
		}

	},

	/**
	 * Redis Cluster of three masters.
	 */
	CLUSTER {

		@Override
		public RedisTarget target() {
			return EmbeddedRedisCluster.shared().target();
		}

		@Override
		public void flush() {
			EmbeddedRedisCluster.shared().flush();
		}

	},

	/**
	 * A primary with two replicas, which three sentinels watch.
	 */
	SENTINEL {

		@Override
		boolean isRare() {
			return true;
		}

		@Override
		public RedisTarget target() {
			return EmbeddedRedisSentinel.shared().target();
		}

		@Override
		public void flush() {
			EmbeddedRedisSentinel.shared().flush();
		}

	},

	/**
	 * Redis Cluster of three masters, each with a replica.
	 */
	CLUSTER_WITH_REPLICAS {

		@Override
		boolean isRare() {
			return true;
		}

		@Override
		public RedisTarget target() {
			return EmbeddedRedisCluster.sharedWithReplicas().target();
		}

		@Override
		public void flush() {
			EmbeddedRedisCluster.sharedWithReplicas().flush();
		}

	},

	/**
	 * One server in a container; its tests are skipped where there is no Docker.
	 */
	CONTAINER {

		@Override
		public RedisTarget target() {
			return ContainerRedis.target();
		}

		@Override
		public void flush() {
			try (RedisClient client = (RedisClient) newClient()) {
				client.connect().sync().flushall();
			}
		}

	};

	/**
	 * Those to test on, by the system property {@code topologies.of}: {@code all}, the
	 * {@code usual} ones, the {@code further} ones of them, or else one server. A
	 * container has a server of its own, so it is left out if the tests are to start
	 * another one.
	 * @return some of the constants
	 */
	public static Stream<RedisTopology> chosen() {
		Stream<RedisTopology> chosen = switch (System.getProperty("topologies.of", "standalone")) {
			case "standalone" -> Stream.of(STANDALONE);
			case "usual" -> Stream.of(values()).filter((topology) -> !topology.isRare());
			case "further" -> Stream.of(values()).filter((topology) -> !topology.isRare() && topology != STANDALONE);
			case "all" -> Stream.of(values());
			default -> throw new IllegalArgumentException("topologies.of is one of standalone, usual, further and all");
		};
		return RedisExecutable.isNamed() ? chosen.filter((topology) -> topology != CONTAINER) : chosen;
	}

	/**
	 * Whether it is left to the Maven profile {@code topologies}, since it answers like
	 * another one as long as nothing fails.
	 */
	boolean isRare() {
		return false;
	}

	/**
	 * Create a client, to be shut down by the caller.
	 * @return a {@link RedisClient}, or a cluster's
	 */
	public AbstractRedisClient newClient() {
		return target().newClient();
	}

	/**
	 * What a client needs to reach it.
	 * @return the target
	 */
	public abstract RedisTarget target();

	/**
	 * Forget all data.
	 */
	public abstract void flush();

}
