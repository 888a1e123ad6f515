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
	CONTAINER(RedisTopology.CONTAINER), OTHER(null);

	private final @Nullable RedisTopology topology;

	StoreUnderTest(@Nullable RedisTopology topology) {
		this.topology = topology;
	}

	static Stream<StoreUnderTest> chosen() {
		if (OtherStore.find().isPresent()) {
			return Stream.of(OTHER);
		}
		List<RedisTopology> topologies = RedisTopology.chosen().toList();
		return Stream.of(values()).filter((store) -> store == MEMORY || topologies.contains(store.topology));
	}

	@Nullable AbstractRedisClient newRedisClient() {
		return (this.topology != null) ? this.topology.newClient() : null;
	}

	/** Time goes on in a server whatever becomes of this JVM. */
	Platform newPlatform() {
		return (this == MEMORY) ? new StallProofPlatform() : new SystemPlatform();
	}

	LockStore store(@Nullable AbstractRedisClient redis) {
		if (this == OTHER) {
			return OtherStore.find().orElseThrow().newStore();
		}
		return (redis != null) ? new RedisLockStore(() -> redis, "lock:") : StallProofMemory.newStore();
	}

}
