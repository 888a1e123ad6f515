package io.github.lockstarter.integration;

import io.github.lockstarter.store.redis.RedisLockStore;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.AfterAll;

/**
 * Tests for components whose locks are in Redis.
 */
class LockedComponentsIntegrationTests extends LockedComponents {

	private static final RedisClient redis = EmbeddedRedis.shared().newClient();

	LockedComponentsIntegrationTests() {
		super(new RedisLockStore(() -> redis, "lock:"));
	}

	@AfterAll
	static void shutDown() {
		redis.shutdown();
	}

}
