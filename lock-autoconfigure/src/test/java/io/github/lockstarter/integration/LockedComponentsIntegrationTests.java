package io.github.lockstarter.integration;

import io.github.lockstarter.store.redis.RedisLockStore;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.AfterEach;

/**
 * Tests for components whose locks are in Redis.
 */
class LockedComponentsIntegrationTests extends LockedComponents {

	private final RedisClient redis;

	LockedComponentsIntegrationTests() {
		this(EmbeddedRedis.shared().newClient());
	}

	private LockedComponentsIntegrationTests(RedisClient redis) {
		super(new RedisLockStore(() -> redis, "lock:"));
		this.redis = redis;
	}

	@Override
	@AfterEach
	void close() {
		super.close();
		this.redis.shutdown();
	}

}
