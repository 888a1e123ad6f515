package io.github.lockstarter.testing;

import java.util.List;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.resource.ClientResources;

/**
 * What a client needs to reach a Redis.
 *
 * @param addresses of the only server, or of the sentinels that name it; for a Cluster,
 * of its nodes
 * @param cluster whether it is a Cluster
 * @param options say how to talk to it
 * @param resources resolve its addresses
 */
public record RedisTarget(List<RedisURI> addresses, boolean cluster, ClientOptions options, ClientResources resources) {

	/**
	 * One server, or the primary that sentinels name.
	 * @param address its address
	 * @return the target
	 */
	public static RedisTarget at(RedisURI address) {
		return new RedisTarget(List.of(address), false, ClientOptions.create(), TestClientResources.shared());
	}

	/**
	 * A Cluster.
	 * @param nodes the addresses of its nodes
	 * @return the target
	 */
	public static RedisTarget ofCluster(List<RedisURI> nodes) {
		return new RedisTarget(nodes, true, ClusterClientOptions.create(), TestClientResources.shared());
	}

	/**
	 * The same with other options.
	 * @param changed the options
	 * @return the target
	 */
	public RedisTarget with(ClientOptions changed) {
		return new RedisTarget(this.addresses, this.cluster, changed, this.resources);
	}

	/**
	 * Create a client of Lettuce, to be shut down by the caller.
	 * @return a {@link RedisClient}, or a cluster's
	 */
	public AbstractRedisClient newClient() {
		if (this.cluster) {
			RedisClusterClient client = RedisClusterClient.create(this.resources, this.addresses);
			client.setOptions((ClusterClientOptions) this.options);
			return client;
		}
		RedisClient client = RedisClient.create(this.resources, this.addresses.get(0));
		client.setOptions(this.options);
		return client;
	}

}
