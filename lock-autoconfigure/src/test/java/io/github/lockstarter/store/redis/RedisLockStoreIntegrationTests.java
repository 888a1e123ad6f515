package io.github.lockstarter.store.redis;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.LockStoreContractManagement;
import io.github.lockstarter.testing.EachRedisTopology;
import io.github.lockstarter.testing.RedisTopology;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.ServerVersion;
import io.lettuce.core.AbstractRedisClient;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs the contract on Redis.
 */
@EachRedisTopology
@ExtendWith(RepeatedIfDisturbed.class)
class RedisLockStoreIntegrationTests extends LockStoreContractManagement {

	private final RedisTopology topology;

	private final AbstractRedisClient client;

	RedisLockStoreIntegrationTests(RedisTopology topology) {
		this.topology = topology;
		this.client = topology.newClient();
	}

	@Override
	protected LockStore createStore() {
		return new RedisLockStore(() -> this.client, "lock:");
	}

	@Override
	protected boolean knowsWhoIsGone() {
		return this.topology != RedisTopology.CLUSTER || ServerVersion.hasShardedChannels();
	}

	@Override
	protected void closeStores() {
		this.client.shutdown();
	}

}
