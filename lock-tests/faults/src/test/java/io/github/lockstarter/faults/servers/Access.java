package io.github.lockstarter.faults.servers;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.lockstarter.testing.RedisTarget;
import io.lettuce.core.RedisURI;
import io.lettuce.core.internal.HostAndPort;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.MappingSocketAddressResolver;

/**
 * How a child JVM reaches its servers, as an argument of it: URIs with commas between
 * them, or a topology, the addresses, and the proxies in front of the ports of servers.
 */
public final class Access {

	private Access() {
	}

	static String through(Topology topology, String addresses, Map<Integer, Integer> proxies) {
		return topology + " " + addresses + " "
				+ proxies.entrySet()
					.stream()
					.map((proxy) -> proxy.getKey() + "=" + proxy.getValue())
					.collect(Collectors.joining(","));
	}

	/**
	 * What clients need.
	 * @param access the argument
	 * @return a target for each URI, or one of the topology
	 */
	public static List<RedisTarget> targets(String access) {
		if (access.startsWith("redis:")) {
			return Stream.of(access.split(",")).map(RedisURI::create).map(RedisTarget::at).toList();
		}
		String[] parts = access.split(" ", -1);
		Map<Integer, Integer> proxies = Stream.of(parts[2].split(","))
			.map((proxy) -> proxy.split("="))
			.filter((proxy) -> proxy.length == 2)
			.collect(Collectors.toMap((proxy) -> Integer.valueOf(proxy[0]), (proxy) -> Integer.valueOf(proxy[1])));
		Function<HostAndPort, HostAndPort> throughProxy = (server) -> HostAndPort.of(server.getHostText(),
				proxies.getOrDefault(server.getPort(), server.getPort()));
		ClientResources resources = ClientResources.builder()
			.socketAddressResolver(MappingSocketAddressResolver.create(throughProxy))
			.build();
		return List.of(Topology.valueOf(parts[0]).target(parts[1], resources));
	}

}
