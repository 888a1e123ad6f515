package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.redis.RedisLockStore;
import io.lettuce.core.AbstractRedisClient;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.util.StringUtils;

/**
 * Keeps the locks in the application's Redis.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({ RedisLockStore.class, RedisConnectionFactory.class, AbstractRedisClient.class })
class RedisStoreConfiguration {

	@Bean
	@ConditionalOnProperty(name = "distributed-lock.store", havingValue = "redis", matchIfMissing = true)
	@ConditionalOnMissingBean({ LockStore.class, LockClient.class })
	RedisLockStore distributedLockStore(LockProperties properties, ListableBeanFactory beanFactory,
			Environment environment) {
		return store(properties, beanFactory, environment);
	}

	@Bean(defaultCandidate = false)
	@ConditionalOnFurtherLockStore("redis")
	@ConditionalOnMissingBean(LockClient.class)
	RedisLockStore distributedLockRedisStore(LockProperties properties, ListableBeanFactory beanFactory,
			Environment environment) {
		return store(properties, beanFactory, environment);
	}

	private static RedisLockStore store(LockProperties properties, ListableBeanFactory beanFactory,
			Environment environment) {
		String prefix = checkedKeyPrefix(properties);
		RedisConnectionFactories factories = new RedisConnectionFactories(beanFactory, environment,
				"distributed-lock.connection-factory");
		return new RedisLockStore(factories.servers(properties.getConnectionFactory()), prefix,
				properties.getRedis().checkedReplicaAcks());
	}

	static String checkedKeyPrefix(LockProperties properties) {
		if (!StringUtils.hasText(properties.getKeyPrefix())) {
			throw LockConfigurationException.property("distributed-lock.key-prefix", properties.getKeyPrefix(),
					"without a prefix, locks can't be distinguished from other keys in Redis",
					"Set it to a prefix like 'lock:', or remove the property.");
		}
		return properties.getKeyPrefix();
	}

}
