package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.store.redis.RedisLockStore;
import io.github.lockstarter.store.redis.TestServers;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisCluster;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for a node of a Redis Cluster that is gone and whose slots another one serves
 * then. The client's commands don't time out by themselves.
 */
@ExtendWith(RepeatedIfDisturbed.class)
@Full
class ClusterFailoverIntegrationTests {

	private static final Duration SOON = Duration.ofSeconds(15);

	private static final Duration LEASE = Duration.ofSeconds(9);

	private final EmbeddedRedisCluster cluster = EmbeddedRedisCluster.start();

	private final DefaultLockClient client = Clients.client(new RedisLockStore(TestServers.of(this.cluster), "lock:"),
			"one");

	private final String tag = "{" + UUID.randomUUID() + "}";

	private final int slot = SlotHash.getSlot("lock:" + this.tag);

	@Test
	void aSlotIsFoundAtItsNewNodeAlthoughCommandsForTheOldOneAreNeverAnswered() {
		LockHandle first = this.client.lock(this.tag + ":1").acquire();
		EmbeddedRedis owner = owner();
		first.close();
		owner.kill();
		takeOver(this.cluster.nodes().stream().filter((node) -> node != owner).toList());
		LockHandle held = this.client.lock(this.tag + ":2").leaseTime(LEASE).waitTime(SOON).acquire();
		await().pollDelay(LEASE).until(held::isValid);
		held.close();
		assertThat(held.isLost()).isFalse();
	}

	/** What a replica would do, of which there is none. */
	private void takeOver(List<EmbeddedRedis> left) {
		String heir = id(left.get(0));
		left.forEach((node) -> {
			try (RedisClient admin = node.newClient()) {
				RedisCommands<String, String> commands = admin.connect().sync();
				commands.configSet("cluster-require-full-coverage", "no");
				commands.clusterSetSlotNode(this.slot, heir);
			}
		});
	}

	private EmbeddedRedis owner() {
		return this.cluster.nodes().stream().filter((node) -> {
			try (RedisClient admin = node.newClient()) {
				return !admin.connect().sync().clusterGetKeysInSlot(this.slot, 1).isEmpty();
			}
		}).findFirst().orElseThrow();
	}

	private static String id(EmbeddedRedis node) {
		try (RedisClient admin = node.newClient()) {
			return admin.connect().sync().clusterMyId();
		}
	}

	@AfterEach
	void leavesNothingBehind() {
		try {
			await().untilAsserted(() -> assertThat(this.client.engine().isIdle()).isTrue());
		}
		finally {
			this.client.close();
			this.cluster.close();
		}
	}

}
