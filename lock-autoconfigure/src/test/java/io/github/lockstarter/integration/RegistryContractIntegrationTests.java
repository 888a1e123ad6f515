package io.github.lockstarter.integration;

import io.github.lockstarter.store.redis.RedisLockStore;
import io.github.lockstarter.store.redis.RedisServers;
import io.github.lockstarter.testing.EmbeddedRedis;

/**
 * The contract of a registry whose locks are in Redis.
 */
class RegistryContractIntegrationTests extends RegistryContract {

	RegistryContractIntegrationTests() {
		super(new RedisLockStore(RedisServers.at(EmbeddedRedis.shared().uri()), "lock:"));
	}

}
