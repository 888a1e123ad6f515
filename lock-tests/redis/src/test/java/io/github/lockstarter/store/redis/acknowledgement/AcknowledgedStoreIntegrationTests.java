package io.github.lockstarter.store.redis.acknowledgement;

import io.github.lockstarter.store.redis.RedisLockStoreContract;
import io.github.lockstarter.testing.RedisTopology;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs the contract with leases that count only once a replica has them.
 */
@Tag("topologies")
@ParameterizedClass(name = "{0}")
@EnumSource(names = { "SENTINEL", "CLUSTER_WITH_REPLICAS" })
class AcknowledgedStoreIntegrationTests extends RedisLockStoreContract {

	AcknowledgedStoreIntegrationTests(RedisTopology topology) {
		super(topology.target(), 1);
	}

	@Override
	protected boolean countsBeforeTheClaim() {
		return false;
	}

}
