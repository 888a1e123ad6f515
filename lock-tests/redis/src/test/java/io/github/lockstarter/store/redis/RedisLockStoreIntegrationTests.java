package io.github.lockstarter.store.redis;

import io.github.lockstarter.testing.EachRedisTopology;
import io.github.lockstarter.testing.RedisTopology;

/**
 * Runs the contract on Redis.
 */
@EachRedisTopology
class RedisLockStoreIntegrationTests extends RedisLockStoreContract {

	RedisLockStoreIntegrationTests(RedisTopology topology) {
		super(topology.target(), 0);
	}

}
