package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.jvm.ChildLocks;
import io.github.lockstarter.testing.ClusterNodes;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisCluster;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Faults of a Redis Cluster with replicas, whose clients wait for a minute for an answer,
 * as they do by default.
 */
class ClusterFaultsIntegrationTests {

	private static final Duration TIMEOUT = Duration.ofMinutes(1);

	private static final Duration LEASE = Duration.ofSeconds(30);

	/** Less than any limit of a client, and enough for a busy machine. */
	private static final Duration SOON = Duration.ofSeconds(3);

	private final EmbeddedRedisCluster cluster = EmbeddedRedisCluster.startWithReplicas();

	private final List<RedisClusterClient> clients = IntStream.range(0, 2)
		.mapToObj((number) -> patientClient())
		.toList();

	private final DefaultLockClient one = ChildLocks.client(this.clients.get(0), LEASE);

	private final DefaultLockClient two = ChildLocks.client(this.clients.get(1), LEASE);

	/** All locks of a test are in one slot. */
	private final String tag = "{" + UUID.randomUUID() + "}:";

	private final EmbeddedRedis master = this.cluster.master("lock:" + this.tag);

	private final EmbeddedRedis replica = this.cluster.replica(this.master);

	private RedisClusterClient patientClient() {
		return RedisClusterClient.create(this.cluster.nodes()
			.stream()
			.map((node) -> RedisURI.builder(node.uri()).withTimeout(TIMEOUT).build())
			.toList());
	}

	@Test
	void aMasterThatFallsSilentCostsNoLockThatIsHeldAndOthersAreBackSoon() {
		assertFailover(this.master::pause);
		this.master.resume();
	}

	@Test
	@Tag("topologies")
	void aMasterThatIsKilledCostsNoLockThatIsHeldAndOthersAreBackSoon() {
		assertFailover(this.master::kill);
	}

	@Test
	@Tag("topologies")
	void aPlannedFailoverCostsNoLockAndNoHandOver() {
		assertFailover(() -> ClusterNodes.ask(this.replica, (commands) -> commands.clusterFailover(false)));
	}

	private void assertFailover(Runnable fault) {
		LockHandle held = this.one.lock(this.tag + "held").acquire();
		LockHandle wanted = this.two.lock(this.tag + "wanted").acquire();
		CompletableFuture<LockHandle> waiting = this.one.lock(this.tag + "wanted").acquireAsync().toCompletableFuture();
		await().until(() -> this.two.lock(this.tag + "wanted").inspect().waiters() == 1);
		fault.run();
		List<CompletableFuture<LockHandle>> asked = askUntilPromoted();
		assertThat(CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new))).succeedsWithin(SOON);
		asked.forEach((each) -> each.join().close());
		wanted.close();
		assertThat(waiting).succeedsWithin(SOON);
		waiting.join().close();
		await().pollDelay(LEASE.plusSeconds(2)).atMost(LEASE.plusSeconds(10)).until(held::isValid);
		held.close();
		assertThat(held.isLost()).isFalse();
	}

	/** Lettuce keeps commands that are sent too early, and some are sent very late. */
	private List<CompletableFuture<LockHandle>> askUntilPromoted() {
		CompletableFuture<Void> promoted = CompletableFuture.runAsync(() -> ClusterNodes.awaitPromotion(this.replica));
		List<CompletableFuture<LockHandle>> asked = new ArrayList<>();
		await().pollInterval(Duration.ofMillis(200)).atMost(Duration.ofSeconds(30)).until(() -> {
			for (DefaultLockClient client : List.of(this.one, this.two)) {
				asked.add(client.lock(this.tag + asked.size()).acquireAsync().toCompletableFuture());
			}
			return promoted.isDone();
		});
		promoted.join();
		return asked;
	}

	@AfterEach
	void close() {
		this.one.close();
		this.two.close();
		this.clients.forEach(RedisClusterClient::shutdown);
		this.cluster.close();
	}

}
