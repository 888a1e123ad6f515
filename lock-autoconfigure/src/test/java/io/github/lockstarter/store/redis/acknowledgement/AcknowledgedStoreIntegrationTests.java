package io.github.lockstarter.store.redis.acknowledgement;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.LockStoreContractManagement;
import io.github.lockstarter.store.redis.RedisLockStore;
import io.github.lockstarter.testing.RedisTopology;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.lettuce.core.AbstractRedisClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs the contract with leases that count only once a replica has them.
 */
@Tag("topologies")
@ParameterizedClass(name = "{0}")
@EnumSource(names = { "SENTINEL", "CLUSTER_WITH_REPLICAS" })
@ExtendWith(RepeatedIfDisturbed.class)
class AcknowledgedStoreIntegrationTests extends LockStoreContractManagement {

	private final AbstractRedisClient client;

	AcknowledgedStoreIntegrationTests(RedisTopology topology) {
		this.client = topology.newClient();
	}

	@Override
	protected LockStore createStore() {
		return new RedisLockStore(() -> this.client, "lock:", 1);
	}

	@Override
	protected boolean countsBeforeTheClaim() {
		return false;
	}

	@Override
	protected void closeStores() {
		this.client.shutdown();
	}

}
