package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.memory.MemoryLockStore;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Keeps the locks inside this JVM.
 */
@Configuration(proxyBeanMethods = false)
class MemoryStoreConfiguration {

	private static final Log logger = LogFactory.getLog(MemoryStoreConfiguration.class);

	@Bean
	@ConditionalOnProperty(name = "distributed-lock.store", havingValue = "memory")
	@ConditionalOnMissingBean({ LockStore.class, LockClient.class })
	MemoryLockStore distributedLockStore() {
		logger.info("Distributed locks are kept in the memory of this JVM and exclude no other");
		return new MemoryLockStore();
	}

	@Bean(defaultCandidate = false)
	@ConditionalOnFurtherLockStore("memory")
	@ConditionalOnMissingBean(LockClient.class)
	MemoryLockStore distributedLockMemoryStore() {
		return new MemoryLockStore();
	}

}
