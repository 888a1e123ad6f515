package io.github.lockstarter.faults.servers;

import java.time.Duration;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

import io.github.lockstarter.testing.EmbeddedRedisSentinel;
import io.github.lockstarter.testing.RedisTarget;
import io.lettuce.core.RedisURI;
import io.lettuce.core.internal.HostAndPort;
import io.lettuce.core.resource.ClientResources;

/**
 * Kinds of servers that fail over.
 */
public enum Topology {

	SENTINEL(SentinelServers::new, Topology::sentinels),

	CLUSTER(ClusterServers::new, (nodes) -> RedisTarget.ofCluster(nodes.toList()));

	/** What the names of the connections of child JVMs begin with. */
	static final String CLIENT_NAME = "working-child-";

	@SuppressWarnings("ImmutableEnumChecker")
	private final BiFunction<Random, Duration, Servers> servers;

	@SuppressWarnings("ImmutableEnumChecker")
	private final Function<Stream<RedisURI>, RedisTarget> target;

	Topology(BiFunction<Random, Duration, Servers> servers, Function<Stream<RedisURI>, RedisTarget> target) {
		this.servers = servers;
		this.target = target;
	}

	private static RedisTarget sentinels(Stream<RedisURI> addresses) {
		RedisURI.Builder uri = RedisURI.builder()
			.withSentinelMasterId(EmbeddedRedisSentinel.NAME)
			.withClientName(clientName());
		addresses.forEach(uri::withSentinel);
		return RedisTarget.at(uri.build());
	}

	/**
	 * Start servers.
	 * @param random which of them something happens to
	 */
	public Servers start(Random random) {
		return start(random, Duration.ofSeconds(2));
	}

	/**
	 * Start servers.
	 * @param random which of them something happens to
	 * @param untilReplaced for how long a primary has to be silent to be replaced
	 */
	public Servers start(Random random, Duration untilReplaced) {
		return this.servers.apply(random, untilReplaced);
	}

	/**
	 * What a client needs to reach them.
	 * @param addresses as {@link Servers#addresses()} gives them
	 */
	public RedisTarget target(String addresses) {
		return this.target.apply(Stream.of(addresses.split(",")).map(Topology::uri));
	}

	RedisTarget target(String addresses, ClientResources resources) {
		RedisTarget direct = target(addresses);
		return new RedisTarget(direct.addresses(), direct.cluster(), direct.options(), resources);
	}

	private static RedisURI uri(String address) {
		HostAndPort server = HostAndPort.parse(address);
		return RedisURI.builder()
			.withHost(server.getHostText())
			.withPort(server.getPort())
			.withClientName(clientName())
			.build();
	}

	private static String clientName() {
		return CLIENT_NAME + ProcessHandle.current().pid();
	}

}
