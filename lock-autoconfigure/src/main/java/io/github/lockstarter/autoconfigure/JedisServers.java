package io.github.lockstarter.autoconfigure;

import java.util.Objects;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.SslVerifyMode;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration.LettuceClientConfigurationBuilder;
import org.springframework.util.ClassUtils;

/**
 * Tells where the Redis of a connection factory is that uses Jedis. Lettuce connects
 * there for the locks alone.
 */
final class JedisServers {

	private static final boolean PRESENT = ClassUtils.isPresent("redis.clients.jedis.Jedis",
			JedisServers.class.getClassLoader());

	private JedisServers() {
	}

	static boolean isFactory(RedisConnectionFactory factory) {
		return PRESENT && factory instanceof JedisConnectionFactory;
	}

	/**
	 * The servers of a factory.
	 * @param properties tell the keys and certificates, which the factory has only as a
	 * factory of sockets
	 */
	static ConnectionFactoryServers of(RedisConnectionFactory factory, DataRedisProperties properties,
			BeanFactory beanFactory) {
		JedisConnectionFactory jedis = (JedisConnectionFactory) factory;
		return new ConnectionFactoryServers(() -> configuration(jedis), () -> configuration(jedis),
				() -> client(jedis.getClientConfiguration(), properties.tls(beanFactory)));
	}

	private static RedisConfiguration configuration(JedisConnectionFactory factory) {
		RedisClusterConfiguration cluster = factory.getClusterConfiguration();
		RedisSentinelConfiguration sentinel = factory.getSentinelConfiguration();
		if (cluster != null) {
			return cluster;
		}
		return (sentinel != null) ? sentinel : Objects.requireNonNull(factory.getStandaloneConfiguration());
	}

	private static LettuceClientConfiguration client(JedisClientConfiguration jedis, @Nullable ClientOptions tls) {
		LettuceClientConfigurationBuilder builder = LettuceClientConfiguration.builder();
		jedis.getClientName().ifPresent(builder::clientName);
		if (jedis.isUseSsl()) {
			if (tls == null && jedis.getSslSocketFactory().isPresent()) {
				throw new LockConfigurationException(
						"Distributed locks can't read the keys and certificates of the JedisConnectionFactory, which has"
								+ " an SSLSocketFactory of its own.",
						RedisConnectionFactories.DEFINE_SERVERS);
			}
			// as Jedis does, which compares names only if it is told how
			builder.useSsl()
				.verifyPeer(jedis.getHostnameVerifier().isPresent() ? SslVerifyMode.FULL : SslVerifyMode.CA);
		}
		if (tls != null) {
			builder.clientOptions(tls);
		}
		return builder.build();
	}

}
