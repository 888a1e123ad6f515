package io.github.lockstarter.autoconfigure;

import java.util.List;
import java.util.function.Supplier;

import io.github.lockstarter.store.redis.RedisServers;
import io.lettuce.core.RedisClient;
import io.lettuce.core.codec.RedisCodec;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Finds the Redis of the application for the locks: where its connection factory says
 * that it is, or what a bean of {@link RedisServers} says.
 */
final class RedisConnectionFactories {

	/** Advice for an application that nothing tells where Redis is. */
	static final String DEFINE_SERVERS = "Define a bean 'RedisServers distributedLockServers()' that returns"
			+ " RedisServers.at(RedisURI.create(\"redis://…\")), or name the bean of a LettuceConnectionFactory in"
			+ " 'distributed-lock.connection-factory'.";

	/** Begins the names of the factories that Redisson's starter registers. */
	private static final String REDISSON = "org.redisson.";

	/** The property that names one. */
	private final String property;

	private final ListableBeanFactory beanFactory;

	private final Environment environment;

	private final List<String> names;

	RedisConnectionFactories(ListableBeanFactory beanFactory, Environment environment, String property) {
		this.property = property;
		this.beanFactory = beanFactory;
		this.environment = environment;
		this.names = List
			.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beanFactory, RedisConnectionFactory.class));
	}

	/**
	 * Servers of Redis for the locks of the application.
	 * @param name the name of a connection factory; {@code null} for the only or primary
	 * one, unless there is a bean that says it
	 */
	Supplier<RedisServers> servers(@Nullable String name) {
		RedisServers told = (name != null) ? null
				: this.beanFactory.getBeanProvider(RedisServers.class).getIfAvailable();
		return (told != null) ? () -> told : get(name);
	}

	/**
	 * Servers of a connection factory.
	 */
	ConnectionFactoryServers get(@Nullable String name) {
		RedisConnectionFactory factory = (name != null) ? named(name) : unique();
		if (factory instanceof LettuceConnectionFactory lettuce) {
			checkAddress(lettuce);
			return ConnectionFactoryServers.of(lettuce);
		}
		DataRedisProperties properties = DataRedisProperties.of(this.environment);
		if (JedisServers.isFactory(factory)) {
			return JedisServers.of(factory, properties, this.beanFactory);
		}
		if (factory.getClass().getName().startsWith(REDISSON)) {
			return new ConnectionFactoryServers(() -> properties, properties::configuration,
					() -> properties.client(this.beanFactory));
		}
		throw new LockConfigurationException("Distributed locks can't tell where the Redis of a "
				+ factory.getClass().getName() + " is: it is neither Lettuce's nor Jedis' nor Redisson's.",
				DEFINE_SERVERS);
	}

	/**
	 * The client of a static master and its replicas has no address, and nothing else
	 * that is public distinguishes such a factory: without an address it refuses to
	 * connect before it looks at the codec.
	 */
	@SuppressWarnings("NullAway")
	private void checkAddress(LettuceConnectionFactory factory) {
		try {
			if (factory.getNativeClient() instanceof RedisClient client) {
				client.connect((RedisCodec<?, ?>) null);
			}
		}
		catch (IllegalArgumentException ex) {
			// it has an address
		}
		catch (IllegalStateException ex) {
			if (factory.isRunning()) {
				throw new LockConfigurationException(
						"Distributed locks can't use a Redis with fixed addresses of master and replicas"
								+ " ('spring.data.redis.masterreplica.nodes' or RedisStaticMasterReplicaConfiguration).",
						"Use Redis Sentinel or Redis Cluster, or name the bean of another LettuceConnectionFactory in '"
								+ this.property + "'.");
			}
		}
	}

	private RedisConnectionFactory named(String name) {
		if (!this.names.contains(name)) {
			throw LockConfigurationException.property(this.property, name,
					"no RedisConnectionFactory bean has that name (there are: " + this.names + ")",
					"Correct the name, or remove the property to use the only or the primary one.");
		}
		return this.beanFactory.getBean(name, RedisConnectionFactory.class);
	}

	private RedisConnectionFactory unique() {
		if (this.names.isEmpty()) {
			throw new LockConfigurationException(
					"Distributed locks use Redis, but there is no RedisConnectionFactory bean.",
					"Add spring-boot-starter-data-redis, which configures one, or set 'distributed-lock.store=memory' for"
							+ " development, or 'distributed-lock.enabled=false'.");
		}
		RedisConnectionFactory factory = this.beanFactory.getBeanProvider(RedisConnectionFactory.class).getIfUnique();
		if (factory == null) {
			throw new LockConfigurationException(
					"Distributed locks can't choose a RedisConnectionFactory among " + this.names
							+ ", none of which is primary.",
					"Name one in '" + this.property + "', or mark one as @Primary.");
		}
		return factory;
	}

}
