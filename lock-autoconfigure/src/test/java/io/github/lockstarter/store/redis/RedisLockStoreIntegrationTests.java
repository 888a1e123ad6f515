package io.github.lockstarter.store.redis;

import io.github.lockstarter.testing.EachRedisTopology;
import io.github.lockstarter.testing.RedisTopology;
import io.github.lockstarter.testing.ServerVersion;

/**
 * Runs the contract on Redis.
 */
@EachRedisTopology
class RedisLockStoreIntegrationTests extends RedisLockStoreContract {

	private final RedisTopology topology;

	RedisLockStoreIntegrationTests(RedisTopology topology) {
		super(topology.newClient(), 0);
		this.topology = topology;
	}

	@Override
	protected boolean knowsWhoIsGone() {
		return this.topology != RedisTopology.CLUSTER || ServerVersion.hasShardedChannels();
	}

}
