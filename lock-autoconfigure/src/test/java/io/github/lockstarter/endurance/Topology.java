package io.github.lockstarter.endurance;

import java.util.List;
import java.util.Random;
import java.util.function.Function;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.testing.EmbeddedRedisSentinel;

/**
 * Kinds of servers that fail over.
 */
enum Topology {

	SENTINEL(SentinelServers::new, Topology::sentinel),

	CLUSTER(ClusterServers::new, RedisClusterConfiguration::new);

	@SuppressWarnings("ImmutableEnumChecker")
	private final Function<Random, Servers> servers;

	@SuppressWarnings("ImmutableEnumChecker")
	private final Function<List<String>, RedisConfiguration> configuration;

	Topology(Function<Random, Servers> servers, Function<List<String>, RedisConfiguration> configuration) {
		this.servers = servers;
		this.configuration = configuration;
	}

	private static RedisConfiguration sentinel(List<String> addresses) {
		RedisSentinelConfiguration configuration = new RedisSentinelConfiguration().master(EmbeddedRedisSentinel.NAME);
		addresses.forEach((address) -> configuration.sentinel(RedisNode.fromString(address)));
		return configuration;
	}

	Servers start(Random random) {
		return this.servers.apply(random);
	}

	/**
	 * Create a connection factory as an application has it, to be destroyed by the
	 * caller.
	 * @param addresses as {@link Servers#addresses()} gives them
	 */
	LettuceConnectionFactory connect(String addresses) {
		LettuceConnectionFactory factory = new LettuceConnectionFactory(
				this.configuration.apply(List.of(addresses.split(","))),
				LettuceClientConfiguration.builder().clientName(WorkingChild.CLIENT_NAME).build());
		factory.afterPropertiesSet();
		factory.start();
		return factory;
	}

}
