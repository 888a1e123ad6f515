package io.github.lockstarter.autoconfigure;

import java.lang.reflect.Field;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ReflectionUtils;

/**
 * Finds the application's connection factory for the locks.
 */
final class RedisConnectionFactories {

	/** The property that names one. */
	private final String property;

	private final ListableBeanFactory beanFactory;

	private final List<String> names;

	RedisConnectionFactories(ListableBeanFactory beanFactory, String property) {
		this.property = property;
		this.beanFactory = beanFactory;
		this.names = List
			.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beanFactory, RedisConnectionFactory.class));
	}

	LettuceConnectionFactory get(@Nullable String name) {
		RedisConnectionFactory factory = (name != null) ? named(name) : unique();
		if (factory instanceof LettuceConnectionFactory lettuce) {
			checkAddress(lettuce);
			return lettuce;
		}
		throw new LockConfigurationException(
				"Distributed locks need a LettuceConnectionFactory, but the RedisConnectionFactory they would use is a "
						+ factory.getClass().getName() + ".",
				"Use Lettuce (the default, 'spring.data.redis.client-type=lettuce'), or name the bean of a"
						+ " LettuceConnectionFactory in '" + this.property + "'.");
	}

	/**
	 * The client of a static master and its replicas has no address. Nothing else that is
	 * public distinguishes such a factory, however it was configured.
	 */
	private void checkAddress(LettuceConnectionFactory factory) {
		Field field = ReflectionUtils.findField(LettuceConnectionFactory.class, "configuration");
		if (field == null) {
			return;
		}
		ReflectionUtils.makeAccessible(field);
		if (ReflectionUtils.getField(field, factory) instanceof RedisStaticMasterReplicaConfiguration) {
			throw new LockConfigurationException(
					"Distributed locks can't use a Redis with fixed addresses of master and replicas"
							+ " ('spring.data.redis.masterreplica.nodes' or RedisStaticMasterReplicaConfiguration).",
					"Use Redis Sentinel or Redis Cluster, or name the bean of another LettuceConnectionFactory in '"
							+ this.property + "'.");
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
					"Add spring-boot-starter-data-redis with Lettuce (io.lettuce:lettuce-core) and let it configure one (the"
							+ " default, 'spring.data.redis.client-type=lettuce'), or set 'distributed-lock.store=memory'"
							+ " for development, or 'distributed-lock.enabled=false'.");
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
