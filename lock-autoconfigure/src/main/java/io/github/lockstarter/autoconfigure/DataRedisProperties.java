package io.github.lockstarter.autoconfigure;

import java.util.List;
import java.util.Set;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.SslOptions;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.SslManagerBundle;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisPassword;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration.LettuceClientConfigurationBuilder;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.StringUtils;

/**
 * Properties {@code spring.data.redis} about the Redis of an application whose connection
 * factory does not tell where it is: the names are the same in all lines of Spring Boot.
 *
 * @param url the URL of the only server, in place of host, port, user, password and
 * database
 */
record DataRedisProperties(@Nullable String url, @DefaultValue("localhost") String host, @DefaultValue("6379") int port,
		@Nullable String username, @Nullable String password, @DefaultValue("0") int database,
		@Nullable String clientName, @DefaultValue Ssl ssl, @Nullable Sentinel sentinel, @Nullable Cluster cluster) {

	private static final String PREFIX = "spring.data.redis";

	static DataRedisProperties of(Environment environment) {
		return Binder.get(environment).bindOrCreate(PREFIX, DataRedisProperties.class);
	}

	/**
	 * Address of Redis.
	 */
	RedisConfiguration configuration() {
		if (this.sentinel != null) {
			return sentinels(this.sentinel);
		}
		if (this.cluster != null) {
			RedisClusterConfiguration configuration = new RedisClusterConfiguration(this.cluster.nodes());
			configuration.setUsername(this.username);
			configuration.setPassword(RedisPassword.of(this.password));
			return configuration;
		}
		return StringUtils.hasText(this.url) ? LettuceConnectionFactory.createRedisConfiguration(this.url) : server();
	}

	private RedisSentinelConfiguration sentinels(Sentinel known) {
		RedisSentinelConfiguration configuration = new RedisSentinelConfiguration();
		configuration.setMaster(known.master());
		configuration.setSentinels(known.nodes().stream().map(RedisNode::fromString).toList());
		configuration.setSentinelUsername(known.username());
		configuration.setSentinelPassword(RedisPassword.of(known.password()));
		configuration.setUsername(this.username);
		configuration.setPassword(RedisPassword.of(this.password));
		configuration.setDatabase(this.database);
		return configuration;
	}

	private RedisStandaloneConfiguration server() {
		RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration(this.host, this.port);
		configuration.setUsername(this.username);
		configuration.setPassword(RedisPassword.of(this.password));
		configuration.setDatabase(this.database);
		return configuration;
	}

	/**
	 * Settings of a client that connects to it.
	 */
	LettuceClientConfiguration client(BeanFactory beanFactory) {
		LettuceClientConfigurationBuilder builder = LettuceClientConfiguration.builder();
		if (StringUtils.hasText(this.clientName)) {
			builder.clientName(this.clientName);
		}
		if (this.ssl.isEnabled() || (this.url != null && this.url.startsWith("rediss:"))) {
			builder.useSsl();
		}
		ClientOptions tls = tls(beanFactory);
		if (tls != null) {
			builder.clientOptions(tls);
		}
		return builder.build();
	}

	/**
	 * The keys and certificates to use; {@code null} for those of the JVM.
	 */
	@Nullable ClientOptions tls(BeanFactory beanFactory) {
		String bundle = this.ssl.bundle();
		return (bundle == null) ? null
				: ClientOptions.builder()
					.sslOptions(tls(beanFactory.getBean(SslBundles.class).getBundle(bundle)))
					.build();
	}

	private static SslOptions tls(SslBundle bundle) {
		SslManagerBundle managers = bundle.getManagers();
		SslOptions.Builder builder = SslOptions.builder()
			.jdkSslProvider()
			.keyManager(managers.getKeyManagerFactory())
			.trustManager(managers.getTrustManagerFactory());
		String[] ciphers = bundle.getOptions().getCiphers();
		if (ciphers != null) {
			builder.cipherSuites(ciphers);
		}
		String[] protocols = bundle.getOptions().getEnabledProtocols();
		if (protocols != null) {
			builder.protocols(protocols);
		}
		return builder.build();
	}

	/**
	 * TLS.
	 *
	 * @param enabled whether to use it; by default if there is a bundle
	 * @param bundle the name of the bundle of keys and certificates
	 */
	record Ssl(@Nullable Boolean enabled, @Nullable String bundle) {

		boolean isEnabled() {
			return (this.enabled != null) ? this.enabled : this.bundle != null;
		}

	}

	/**
	 * Sentinels that name the server.
	 */
	record Sentinel(String master, Set<String> nodes, @Nullable String username, @Nullable String password) {
	}

	/**
	 * Nodes of a Cluster.
	 */
	record Cluster(List<String> nodes) {
	}

}
