package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.quorum.QuorumLockStore;
import io.github.lockstarter.store.quorum.QuorumOptions;
import io.github.lockstarter.store.redis.RedisLockStore;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.resource.ClientResources;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Keeps the locks in several Redis servers that decide by majority.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({ QuorumLockStore.class, RedisLockStore.class, RedisConnectionFactory.class,
		AbstractRedisClient.class })
class QuorumStoreConfiguration {

	@Bean
	@Lazy
	@ConditionalOnMissingBean(LockClient.class)
	QuorumNodes distributedLockQuorumNodes(LockProperties properties, ListableBeanFactory beanFactory,
			Environment environment, ObjectProvider<ClientResources> resources) {
		return new QuorumNodes(properties,
				new RedisConnectionFactories(beanFactory, environment, LockQuorumProperties.NODES),
				resources.getIfUnique());
	}

	@Bean
	@ConditionalOnProperty(name = "distributed-lock.store", havingValue = "quorum")
	@ConditionalOnMissingBean({ LockStore.class, LockClient.class })
	QuorumLockStore distributedLockStore(LockProperties properties, QuorumNodes nodes) {
		return store(properties.getQuorum(), nodes);
	}

	@Bean(defaultCandidate = false)
	@ConditionalOnFurtherLockStore("quorum")
	@ConditionalOnMissingBean(LockClient.class)
	QuorumLockStore distributedLockQuorumStore(LockProperties properties, QuorumNodes nodes) {
		return store(properties.getQuorum(), nodes);
	}

	private static QuorumLockStore store(LockQuorumProperties properties, QuorumNodes nodes) {
		try {
			return new QuorumLockStore(nodes.stores(),
					new QuorumOptions(properties.getNodeTimeout(), properties.getLongestLease()));
		}
		catch (IllegalArgumentException ex) {
			throw LockConfigurationException.group("distributed-lock.quorum", ex);
		}
	}

}
