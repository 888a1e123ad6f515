package io.github.lockstarter.store.redis.connection;

import java.util.List;
import java.util.function.Predicate;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.resource.ClientResources;

/**
 * The client of the locks, which connects to one server at a time.
 */
public final class ServerClient extends RedisClient {

	private final ClientSettings settings;

	/**
	 * Create a client without a connection.
	 */
	public ServerClient(ClientResources resources, ClientSettings settings) {
		super(resources, settings.addresses().get(0));
		this.settings = settings;
	}

	/**
	 * Whether Redis is a Cluster.
	 */
	public boolean isCluster() {
		return this.settings.cluster();
	}

	/**
	 * The addresses of some nodes of the Cluster.
	 */
	public List<RedisURI> seeds() {
		return this.settings.addresses();
	}

	/**
	 * Selects the nodes of the Cluster that may be used.
	 */
	public Predicate<RedisClusterNode> nodeFilter() {
		return (this.settings.options() instanceof ClusterClientOptions options) ? options.getNodeFilter()
				: (node) -> true;
	}

	/**
	 * The address of the only server, of the sentinels, or of the first node of the
	 * Cluster that was configured.
	 */
	public RedisURI address() {
		return this.settings.addresses().get(0);
	}

	/**
	 * The address of the node at a host and a port, with the credentials and all else
	 * that the client was configured with.
	 */
	public RedisURI at(RedisURI node) {
		return RedisURI.builder(address()).withHost(node.getHost()).withPort(node.getPort()).build();
	}

	/**
	 * Whether sentinels name the server.
	 */
	public boolean hasSentinels() {
		return !isCluster() && address().getSentinelMasterId() != null && !address().getSentinels().isEmpty();
	}

	/**
	 * The server for messages: with its address, unless sentinels name it or it is one of
	 * a Cluster.
	 */
	String serverName() {
		return (!isCluster() && !hasSentinels() && address().getHost() != null) ? "Redis at " + hostAndPort(address())
				: "Redis";
	}

	/**
	 * The host and the port of an address, or its socket, as messages name them.
	 */
	public static String hostAndPort(RedisURI address) {
		return (address.getSocket() != null) ? address.getSocket() : address.getHost() + ":" + address.getPort();
	}

}
