package io.github.lockstarter.testing;

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
		public AbstractRedisClient newClient() {
			return EmbeddedRedis.shared().newClient();
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
		public AbstractRedisClient newClient() {
			return EmbeddedRedisCluster.shared().newClient();
		}

		@Override
		public void flush() {
			EmbeddedRedisCluster.shared().flush();
		}

	},

	/**
	 * One server in a container; its tests are skipped where there is no Docker.
	 */
	CONTAINER {

		@Override
		public AbstractRedisClient newClient() {
			return ContainerRedis.newClient();
		}

		@Override
		public void flush() {
			try (RedisClient client = ContainerRedis.newClient()) {
				client.connect().sync().flushall();
			}
		}

	};

	/**
	 * Create a client, to be shut down by the caller.
	 * @return a {@link RedisClient}, or a cluster's
	 */
	public abstract AbstractRedisClient newClient();

	/**
	 * Forget all data.
	 */
	public abstract void flush();

}
