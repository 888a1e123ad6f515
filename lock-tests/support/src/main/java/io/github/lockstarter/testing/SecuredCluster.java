package io.github.lockstarter.testing;

import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.internal.HostAndPort;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.MappingSocketAddressResolver;

/**
 * A Cluster with replicas whose nodes are reached by TLS alone, with a user who may do
 * there what the documentation says, and nothing else.
 */
public final class SecuredCluster implements AutoCloseable {

	private final EmbeddedRedisCluster cluster;

	private final Map<Integer, TlsRelay> relays;

	private final ClientResources resources;

	private SecuredCluster(EmbeddedRedisCluster cluster) {
		this.cluster = cluster;
		this.relays = TlsRelay.before(cluster.nodes().stream().map(EmbeddedRedis::port));
		this.resources = ClientResources.builder()
			.socketAddressResolver(MappingSocketAddressResolver.create(this::throughRelay))
			.build();
	}

	/**
	 * Start the nodes, and wait until all are in sync.
	 * @return the running cluster
	 */
	public static SecuredCluster start() {
		EmbeddedRedisCluster cluster = EmbeddedRedisCluster.startWithReplicas();
		cluster.nodes()
			.forEach((node) -> RedisAccess.setUser(node, DocumentedRights.ofClusterUserWithAcknowledgements()));
		return new SecuredCluster(cluster);
	}

	private HostAndPort throughRelay(HostAndPort node) {
		return HostAndPort.of(node.getHostText(), Objects.requireNonNull(this.relays.get(node.getPort())).port());
	}

	/**
	 * The cluster as its administrator knows it.
	 */
	public EmbeddedRedisCluster cluster() {
		return this.cluster;
	}

	/**
	 * What a client of the user needs.
	 * @return the target
	 */
	public RedisTarget target() {
		List<RedisURI> nodes = this.cluster.nodes()
			.stream()
			.map((node) -> RedisURI.builder(RedisAccess.asUser(node)).withSsl(true).build())
			.toList();
		return new RedisTarget(nodes, true, ClusterClientOptions.builder().sslOptions(trust()).build(), this.resources);
	}

	private SslOptions trust() {
		return this.relays.values().iterator().next().certificates().trust();
	}

	@Override
	public void close() {
		this.cluster.close();
		this.resources.shutdown();
	}

}
