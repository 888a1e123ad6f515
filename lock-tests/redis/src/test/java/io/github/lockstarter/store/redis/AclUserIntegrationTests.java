package io.github.lockstarter.store.redis;

import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.RedisAccess;

/**
 * Runs the contract as a user who has the documented rights and no others.
 */
@Full
class AclUserIntegrationTests extends RedisLockStoreContract {

	AclUserIntegrationTests() {
		super(RedisAccess.ACL_USER.target(), 0);
	}

}
