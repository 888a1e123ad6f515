package io.github.lockstarter.core;

import java.util.List;
import java.util.stream.Stream;

import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.SystemPlatform;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.memory.StallProofMemory;
import io.github.lockstarter.store.redis.RedisLockStore;
import io.github.lockstarter.testing.RedisTopology;
import io.lettuce.core.AbstractRedisClient;
import org.jspecify.annotations.Nullable;

/**
 * The stores on which the behaviour of the client is tested.
 */
enum StoreUnderTest {

	MEMORY(null), STANDALONE(RedisTopology.STANDALONE), CLUSTER(RedisTopology.CLUSTER),
	CLUSTER_WITH_REPLICAS(RedisTopology.CLUSTER_WITH_REPLICAS), SENTINEL(RedisTopology.SENTINEL),
	CONTAINER(RedisTopology.CONTAINER);

	private final @Nullable RedisTopology topology;

	StoreUnderTest(@Nullable RedisTopology topology) {
		this.topology = topology;
	}

	static Stream<StoreUnderTest> chosen() {
		List<RedisTopology> topologies = RedisTopology.chosen().toList();
		return Stream.of(values()).filter((store) -> store.topology == null || topologies.contains(store.topology));
	}

	@Nullable AbstractRedisClient newRedisClient() {
		return (this.topology != null) ? this.topology.newClient() : null;
	}

	/** Time goes on in a Redis server whatever becomes of this JVM. */
	Platform newPlatform() {
		return (this.topology != null) ? new SystemPlatform() : new StallProofPlatform();
	}

	static LockStore store(@Nullable AbstractRedisClient redis) {
		return (redis != null) ? new RedisLockStore(() -> redis, "lock:") : StallProofMemory.newStore();
	}

}
