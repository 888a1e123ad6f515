package io.github.lockstarter.faults.servers;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.Function;

import io.github.lockstarter.testing.EmbeddedRedisSentinel;
import io.lettuce.core.resource.ClientResources;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration.LettuceClientConfigurationBuilder;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Kinds of servers that fail over.
 */
public enum Topology {

	SENTINEL(SentinelServers::new, Topology::sentinel),

	CLUSTER(ClusterServers::new, RedisClusterConfiguration::new);

	/** What the names of the connections of child JVMs begin with. */
	static final String CLIENT_NAME = "working-child-";

	@SuppressWarnings("ImmutableEnumChecker")
	private final BiFunction<Random, Duration, Servers> servers;

	@SuppressWarnings("ImmutableEnumChecker")
	private final Function<List<String>, RedisConfiguration> configuration;

	Topology(BiFunction<Random, Duration, Servers> servers, Function<List<String>, RedisConfiguration> configuration) {
		this.servers = servers;
		this.configuration = configuration;
	}

	private static RedisConfiguration sentinel(List<String> addresses) {
		RedisSentinelConfiguration configuration = new RedisSentinelConfiguration().master(EmbeddedRedisSentinel.NAME);
		addresses.forEach((address) -> configuration.sentinel(RedisNode.fromString(address)));
		return configuration;
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
	 * Create a connection factory as an application has it, to be destroyed by the
	 * caller.
	 * @param addresses as {@link Servers#addresses()} gives them
	 */
	public LettuceConnectionFactory connect(String addresses) {
		return connect(addresses, LettuceClientConfiguration.builder());
	}

	LettuceConnectionFactory connect(String addresses, ClientResources resources) {
		return connect(addresses, LettuceClientConfiguration.builder().clientResources(resources));
	}

	private LettuceConnectionFactory connect(String addresses, LettuceClientConfigurationBuilder client) {
		LettuceConnectionFactory factory = new LettuceConnectionFactory(
				this.configuration.apply(List.of(addresses.split(","))),
				client.clientName(CLIENT_NAME + ProcessHandle.current().pid()).build());
		factory.afterPropertiesSet();
		factory.start();
		return factory;
	}

}
