package io.github.lockstarter.core;

import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.SystemPlatform;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.memory.StallProofMemory;
import io.github.lockstarter.store.redis.RedisLockStore;
import io.github.lockstarter.store.redis.TestServers;
import io.github.lockstarter.testing.RedisTopology;
import io.lettuce.core.AbstractRedisClient;
import org.jspecify.annotations.Nullable;

/**
 * The topologies of Redis on which clients are tested, and the store in memory to compare
 * them with.
 */
enum TestedStore implements StoreUnderTest {

	MEMORY(null), STANDALONE(RedisTopology.STANDALONE), CLUSTER(RedisTopology.CLUSTER),
	CLUSTER_WITH_REPLICAS(RedisTopology.CLUSTER_WITH_REPLICAS), SENTINEL(RedisTopology.SENTINEL),
	CONTAINER(RedisTopology.CONTAINER);

	private final @Nullable RedisTopology topology;

	TestedStore(@Nullable RedisTopology topology) {
		this.topology = topology;
	}

	@Override
	public LockStore open(Consumer<Runnable> afterTest) {
		if (this.topology == null) {
			return StallProofMemory.newStore();
		}
		return new RedisLockStore(TestServers.of(this.topology.target()), "lock:");
	}

	AbstractRedisClient newRedisClient() {
		return Objects.requireNonNull(this.topology).newClient();
	}

	/** Time goes on in a server whatever becomes of this JVM. */
	@Override
	public Platform newPlatform() {
		return (this == MEMORY) ? new StallProofPlatform() : new SystemPlatform();
	}

	/**
	 * Names the chosen topologies.
	 */
	public static final class Chosen implements Provider {

		@Override
		public Stream<TestedStore> stores() {
			List<RedisTopology> topologies = RedisTopology.chosen().toList();
			return Stream.of(values()).filter((store) -> topologies.contains(store.topology));
		}

	}

}
