package io.github.lockstarter.store.redis.grant;

import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.redis.ListeningSession;
import io.github.lockstarter.store.redis.RedisServers;
import io.github.lockstarter.store.redis.TestServers;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisCluster;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.ServerVersion;
import io.github.lockstarter.testing.StoredRecord;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for how waiters hear of their grants in a Redis Cluster. The sessions never ask
 * by themselves, so each grant that is heard of was pushed.
 */
@ExtendWith(RepeatedIfDisturbed.class)
@Full
class ShardedChannelsIntegrationTests {

	@Test
	void grantsInAllSlotsAndOnAllNodesArrive() {
		List<String> keys = IntStream.range(0, 30).mapToObj((i) -> "order:" + UUID.randomUUID()).toList();
		RedisServers servers = TestServers.of(EmbeddedRedisCluster.shared());
		try (ListeningSession holder = new ListeningSession(servers);
				ListeningSession waiter = new ListeningSession(servers)) {
			keys.forEach((key) -> {
				holder.acquire(key);
				waiter.listen(key);
				waiter.queue(key);
			});
			keys.forEach(holder::release);
			await().untilAsserted(() -> assertThat(waiter.granted).containsExactlyInAnyOrderElementsOf(keys));
			assertThat(waiter.interruptions).hasValue(0);
			keys.forEach(waiter::release);
		}
	}

	@Test
	void aServerWithoutShardedChannelsGetsAnOrdinaryOne() {
		try (EmbeddedRedis server = withoutShardedChannels();
				RedisClient direct = server.newClient();
				ListeningSession holder = new ListeningSession(clusterOf(server, direct.connect().sync()));
				ListeningSession waiter = new ListeningSession(RedisServers.ofCluster(List.of(server.uri())))) {
			holder.acquire("a");
			waiter.listen("a");
			assertThat(waiter.isListening("a")).isTrue();
			assertThat(waiter.queue("a")).isEqualTo(AcquisitionState.QUEUED);
			assertThat(StoredRecord.of(direct.connect().sync(), "lock:a").wayOfTheLast()).isEqualTo("b");
			holder.release("a");
			await().untilAsserted(() -> assertThat(waiter.granted).containsExactly("a"));
			waiter.release("a");
		}
	}

	private static EmbeddedRedis withoutShardedChannels() {
		return ServerVersion.hasShardedChannels()
				? EmbeddedRedis.start("--cluster-enabled", "yes", "--rename-command", "SSUBSCRIBE", "")
				: EmbeddedRedis.start("--cluster-enabled", "yes");
	}

	private static RedisServers clusterOf(EmbeddedRedis server, RedisCommands<String, String> node) {
		node.clusterAddSlots(IntStream.range(0, SlotHash.SLOT_COUNT).toArray());
		await().until(() -> node.clusterInfo().contains("cluster_state:ok"));
		return RedisServers.ofCluster(List.of(server.uri()));
	}

}
