package io.github.lockstarter.store.redis;

import io.github.lockstarter.testing.RedisAccess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs the contract over each way to a server.
 */
@Tag("topologies")
@ParameterizedClass(name = "{0}")
@EnumSource(RedisAccess.class)
class EachAccessIntegrationTests extends RedisLockStoreContract {

	EachAccessIntegrationTests(RedisAccess access) {
		super(access.target(), 0);
	}

}
