package io.github.lockstarter.store.redis;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.LockStoreContractManagement;
import io.github.lockstarter.testing.RedisAccess;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs the contract as a user who has the documented rights and no others.
 */
@ExtendWith(RepeatedIfDisturbed.class)
class AclUserIntegrationTests extends LockStoreContractManagement {

	private final RedisClient client = RedisAccess.ACL_USER.newClient();

	@Override
	protected LockStore createStore() {
		return new RedisLockStore(() -> this.client, "lock:");
	}

	@Override
	protected void closeStores() {
		this.client.shutdown();
	}

}
