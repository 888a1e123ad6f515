package io.github.lockstarter.road;

import io.github.lockstarter.CloseableLockClient;
import io.github.lockstarter.LockClientBuilder;
import io.github.lockstarter.store.memory.MemoryLockStore;
import org.junit.jupiter.api.Test;

/**
 * How much of the library a call goes through without a server.
 */
class RoadTests {

	@Test
	void aFreeLockInMemoryKeepsToItsRoad() throws Exception {
		try (CloseableLockClient client = new LockClientBuilder(new MemoryLockStore()).build()) {
			WalkLimits.check("memory", Walks.usual(() -> client.lock("key").acquire().close()));
		}
	}

}
