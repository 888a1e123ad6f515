package io.github.lockstarter.faults.proxy;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisCluster;
import io.github.lockstarter.testing.RedisTarget;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.internal.HostAndPort;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.MappingSocketAddressResolver;

/**
 * A Redis Cluster of three masters with a proxy in front of each.
 */
public final class ProxiedCluster implements AutoCloseable {

	private final EmbeddedRedisCluster cluster = EmbeddedRedisCluster.start();

	private final Map<Integer, RespProxy> proxies = this.cluster.nodes()
		.stream()
		.map(EmbeddedRedis::port)
		.collect(Collectors.toMap(Function.identity(), RespProxy::new));

	private final ClientResources resources = ClientResources.builder()
		.socketAddressResolver(MappingSocketAddressResolver.create(this::throughProxy))
		.build();

	private HostAndPort throughProxy(HostAndPort node) {
		return HostAndPort.of("127.0.0.1", proxy(node.getPort()).port());
	}

	public EmbeddedRedisCluster cluster() {
		return this.cluster;
	}

	/**
	 * The proxy in front of one node.
	 * @param node the node
	 * @return its proxy
	 */
	public RespProxy proxy(EmbeddedRedis node) {
		return proxy(node.port());
	}

	private RespProxy proxy(int port) {
		return Objects.requireNonNull(this.proxies.get(port));
	}

	/**
	 * What a client needs to reach it through the proxies, with a time-out of a minute.
	 * @return the target
	 */
	public RedisTarget target() {
		return new RedisTarget(this.cluster.nodes()
			.stream()
			.map((node) -> RedisURI.builder(node.uri()).withTimeout(Duration.ofMinutes(1)).build())
			.toList(), true, ClusterClientOptions.create(), this.resources);
	}

	/**
	 * Create a client that connects through the proxies, to be shut down by the caller.
	 * @return the client
	 */
	public RedisClusterClient newClient() {
		return (RedisClusterClient) target().newClient();
	}

	@Override
	public void close() {
		this.resources.shutdown();
		this.proxies.values().forEach(RespProxy::close);
		this.cluster.close();
	}

}
