package io.github.lockstarter.store.redis;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.LockStoreContractManagement;
import io.github.lockstarter.testing.RedisAccess;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs the contract over each way to a server.
 */
@Tag("topologies")
@ParameterizedClass(name = "{0}")
@EnumSource(RedisAccess.class)
@ExtendWith(RepeatedIfDisturbed.class)
class EachAccessIntegrationTests extends LockStoreContractManagement {

	private final RedisClient client;

	EachAccessIntegrationTests(RedisAccess access) {
		this.client = access.newClient();
	}

	@Override
	protected LockStore createStore() {
		return new RedisLockStore(() -> this.client, "lock:");
	}

	@Override
	protected void closeStores() {
		this.client.shutdown();
	}

}
