package io.github.lockstarter.integration;

import io.github.lockstarter.store.redis.RedisLockStore;
import io.github.lockstarter.store.redis.RedisServers;
import io.github.lockstarter.testing.EmbeddedRedis;

/**
 * Tests for components whose locks are in Redis.
 */
class LockedComponentsIntegrationTests extends LockedComponents {

	LockedComponentsIntegrationTests() {
		super(new RedisLockStore(RedisServers.at(EmbeddedRedis.shared().uri()), "lock:"));
	}

}
