package io.github.lockstarter.autoconfigure;

import java.util.Objects;
import java.util.function.Supplier;

import io.github.lockstarter.store.redis.RedisServers;
import io.lettuce.core.RedisURI;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration.DomainSocketConfiguration;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisPassword;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisSocketConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConverters;
import org.springframework.util.StringUtils;

/**
 * Tells where the Redis of a connection factory is, from what the factory says publicly.
 * Asked for each command: as long as nothing has changed, the answer is the same object.
 * While the factory is stopped, it is what was known before, so that locks that are still
 * held can be released. Thread-safe.
 */
final class ConnectionFactoryServers implements Supplier<RedisServers> {

	private final Supplier<?> identity;

	private final Supplier<RedisConfiguration> configuration;

	private final Supplier<LettuceClientConfiguration> client;

	private volatile @Nullable Known known;

	/**
	 * Create this without an answer.
	 * @param identity supplies another object after the factory was started again; throws
	 * an exception while it is stopped
	 * @param configuration supplies where Redis is
	 * @param client supplies how the application's client connects
	 */
	ConnectionFactoryServers(Supplier<?> identity, Supplier<RedisConfiguration> configuration,
			Supplier<LettuceClientConfiguration> client) {
		this.identity = identity;
		this.configuration = configuration;
		this.client = client;
	}

	/**
	 * Servers of a factory that uses Lettuce.
	 */
	static ConnectionFactoryServers of(LettuceConnectionFactory factory) {
		return new ConnectionFactoryServers(factory::getRequiredNativeClient, () -> configuration(factory),
				factory::getClientConfiguration);
	}

	private static RedisConfiguration configuration(LettuceConnectionFactory factory) {
		RedisClusterConfiguration cluster = factory.getClusterConfiguration();
		RedisSentinelConfiguration sentinel = factory.getSentinelConfiguration();
		RedisSocketConfiguration socket = factory.getSocketConfiguration();
		if (cluster != null) {
			return cluster;
		}
		return (sentinel != null) ? sentinel : (socket != null) ? socket : factory.getStandaloneConfiguration();
	}

	RedisConfiguration configuration() {
		return this.configuration.get();
	}

	@Override
	public RedisServers get() {
		Known last = this.known;
		Object present;
		try {
			present = this.identity.get();
		}
		catch (IllegalStateException ex) {
			if (last != null) {
				return last.servers();
			}
			throw ex;
		}
		return (last != null && last.identity() == present) ? last.servers() : read(present);
	}

	private synchronized RedisServers read(Object present) {
		Known last = this.known;
		if (last != null && last.identity() == present) {
			return last.servers();
		}
		RedisServers read = of(this.configuration.get(), this.client.get());
		this.known = new Known(present, read);
		return read;
	}

	/**
	 * The servers of a configuration.
	 * @param client how the application's client connects
	 */
	static RedisServers of(RedisConfiguration configuration, LettuceClientConfiguration client) {
		RedisServers servers;
		if (configuration instanceof RedisClusterConfiguration cluster) {
			servers = RedisServers
				.ofCluster(cluster.getClusterNodes().stream().map((node) -> address(node, cluster, client)).toList());
		}
		else if (configuration instanceof RedisSentinelConfiguration sentinel) {
			servers = RedisServers.at(sentinels(sentinel, client));
		}
		else if (configuration instanceof DomainSocketConfiguration socket) {
			RedisURI uri = authenticated(RedisURI.Builder.socket(socket.getSocket()), configuration).build();
			servers = RedisServers.at(complete(uri, configuration, client));
		}
		else {
			RedisStandaloneConfiguration server = (RedisStandaloneConfiguration) configuration;
			servers = RedisServers.at(address(new RedisNode(server.getHostName(), server.getPort()), server, client));
		}
		RedisServers known = client.getClientOptions().map(servers::withOptions).orElse(servers);
		return client.getClientResources().map(known::withResources).orElse(known);
	}

	static RedisURI address(RedisNode node, RedisConfiguration configuration, LettuceClientConfiguration client) {
		String host = Objects.requireNonNull(node.getHost());
		int port = Objects.requireNonNull(node.getPort());
		RedisURI uri = authenticated(RedisURI.Builder.redis(host, port), configuration).build();
		encrypt(uri, client);
		return complete(uri, configuration, client);
	}

	private static RedisURI.Builder authenticated(RedisURI.Builder builder, RedisConfiguration configuration) {
		String user = RedisConfiguration.getUsernameOrElse(configuration, () -> "");
		RedisPassword password = RedisConfiguration.getPasswordOrElse(configuration, RedisPassword::none);
		if (StringUtils.hasText(user)) {
			return builder.withAuthentication(user, password.toOptional().orElse(new char[0]));
		}
		return password.toOptional().map(builder::withPassword).orElse(builder);
	}

	static RedisURI sentinels(RedisSentinelConfiguration configuration, LettuceClientConfiguration client) {
		RedisURI uri = LettuceConverters.sentinelConfigurationToRedisURI(configuration);
		encrypt(uri, client);
		uri.getSentinels().forEach((sentinel) -> {
			encrypt(sentinel, client);
			client.getClientName().ifPresent(sentinel::setClientName);
			client.getRedisCredentialsProviderFactory()
				.map((credentials) -> credentials.createSentinelCredentialsProvider(configuration))
				.ifPresent(sentinel::setCredentialsProvider);
		});
		return complete(uri, configuration, client);
	}

	private static void encrypt(RedisURI uri, LettuceClientConfiguration client) {
		uri.setSsl(client.isUseSsl());
		uri.setVerifyPeer(client.getVerifyMode());
		uri.setStartTls(client.isStartTls());
	}

	private static RedisURI complete(RedisURI uri, RedisConfiguration configuration,
			LettuceClientConfiguration client) {
		uri.setDatabase(RedisConfiguration.getDatabaseOrElse(configuration, () -> 0));
		client.getClientName().ifPresent(uri::setClientName);
		client.getRedisCredentialsProviderFactory()
			.map((credentials) -> credentials.createCredentialsProvider(configuration))
			.ifPresent(uri::setCredentialsProvider);
		return uri;
	}

	private record Known(Object identity, RedisServers servers) {
	}

}
