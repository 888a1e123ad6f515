package io.github.lockstarter.core;

import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.store.redis.RedisLockStore;
import io.github.lockstarter.store.redis.RedisServers;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.KillArgs;
import org.junit.jupiter.api.Test;

import static org.awaitility.Awaitility.await;

/**
 * Tests for an application whose Redis client does not reconnect by itself.
 */
class UnreconnectedClientIntegrationTests extends OwnRedis {

	@Test
	void aConnectionThatWasLostIsOpenedAnew() {
		RedisServers redis = RedisServers.at(this.server.uri())
			.withOptions(ClientOptions.builder().autoReconnect(false).build());
		try (DefaultLockClient client = Clients.client(new RedisLockStore(redis, "lock:"), "own")) {
			client.lock(this.key).acquire().close();
			admin().clientKill(KillArgs.Builder.typeNormal().skipme());
			await().ignoreException(LockUnavailableException.class)
				.untilAsserted(() -> client.lock(this.key).acquire().close());
		}
	}

}
