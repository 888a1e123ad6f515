package io.github.lockstarter.store.redis;

import io.github.lockstarter.store.redis.connection.CurrentClient;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisCluster;
import io.github.lockstarter.testing.EmbeddedRedisSentinel;
import io.github.lockstarter.testing.RedisTarget;
import io.lettuce.core.RedisURI;

/**
 * Servers of tests, as a store and its connections take them.
 */
public final class TestServers {

	private TestServers() {
	}

	public static RedisServers of(RedisTarget target) {
		RedisServers servers = target.cluster() ? RedisServers.ofCluster(target.addresses())
				: RedisServers.at(target.addresses().get(0));
		return servers.withOptions(target.options()).withResources(target.resources());
	}

	public static RedisServers of(EmbeddedRedis server) {
		return of(server.target());
	}

	public static RedisServers of(EmbeddedRedisCluster cluster) {
		return of(cluster.target());
	}

	public static RedisServers of(EmbeddedRedisSentinel sentinel) {
		return of(sentinel.target());
	}

	/**
	 * One server on this machine, or what stands before it.
	 */
	public static RedisServers at(int port) {
		return RedisServers.at(RedisURI.create("127.0.0.1", port));
	}

	public static CurrentClient client(RedisServers servers) {
		return new CurrentClient(servers.settings());
	}

}
