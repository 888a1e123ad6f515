package io.github.lockstarter.integration;

import io.github.lockstarter.store.redis.RedisLockStore;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.AfterAll;

/**
 * The contract of a registry whose locks are in Redis.
 */
class RegistryContractIntegrationTests extends RegistryContract {

	private static final RedisClient redis = EmbeddedRedis.shared().newClient();

	RegistryContractIntegrationTests() {
		super(new RedisLockStore(() -> redis, "lock:"));
	}

	@AfterAll
	static void shutDown() {
		redis.shutdown();
	}

}
