package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.store.redis.RedisLockStore;
import io.github.lockstarter.store.redis.RedisServers;
import io.github.lockstarter.store.redis.TestServers;
import io.github.lockstarter.testing.ClusterNodes;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisCluster;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.ServerVersion;
import io.github.lockstarter.testing.StallProofTime;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.models.partitions.ClusterPartitionParser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Tests for what happens to a Redis Cluster while a lock is waited for. Each waiter is
 * granted its lock, at worst by its next re-check.
 */
@ExtendWith(RepeatedIfDisturbed.class)
@Full
class ClusterBehaviourIntegrationTests {

	private static final Duration AMPLY = Duration.ofSeconds(20);

	private static final Duration ABOUT_A_SECOND = Duration.ofMillis(1800);

	private static final Duration A_FEW_SECONDS = Duration.ofSeconds(5);

	private static final Duration TURN = Duration.ofMillis(100);

	private static EmbeddedRedisCluster cluster;

	private static List<RedisClient> adminClients;

	private static List<RedisCommands<String, String>> nodes;

	private final List<DefaultLockClient> lockClients = new ArrayList<>();

	private final String key = "order:" + UUID.randomUUID();

	private final int slot = SlotHash.getSlot("lock:" + this.key);

	/** Who has entered and not left. */
	private final AtomicReference<LockHandle> inside = new AtomicReference<>();

	private final DefaultLockClient one = lockClient();

	private final DefaultLockClient two = lockClient();

	@BeforeAll
	static void startCluster() {
		cluster = EmbeddedRedisCluster.start();
		adminClients = cluster.nodes().stream().map(EmbeddedRedis::newClient).toList();
		nodes = adminClients.stream().map((client) -> client.connect().sync()).toList();
	}

	@AfterAll
	static void stopCluster() {
		adminClients.forEach(RedisClient::shutdown);
		cluster.close();
	}

	@Test
	void aLostMessageCostsAboutASecond() {
		LockHandle held = this.one.lock(this.key).acquire();
		CompletableFuture<LockHandle> waiting = waitForLock(this.two);
		nodes.forEach((node) -> node.clientKill(KillArgs.Builder.typePubsub()));
		held.close();
		StallProofTime.awaitWithin(ABOUT_A_SECOND, waiting::isDone);
		waiting.join().close();
	}

	@Test
	void aWaiterOfASlotThatHasMovedSubscribesThere() {
		assumeTrue(ServerVersion.hasShardedChannels(), "Ordinary channels belong to no slot");
		LockHandle held = this.one.lock(this.key).acquire();
		CompletableFuture<LockHandle> waiting = waitForLock(this.two);
		RedisCommands<String, String> target = otherNode();
		migrate(target, () -> {
		});
		await().atMost(Duration.ofSeconds(20))
			.untilAsserted(() -> assertThat(ServerVersion.grantChannels(target)).hasSize(1));
		held.close();
		assertThat(waiting).succeedsWithin(AMPLY);
		assertThat(held.isLost()).isFalse();
		waiting.join().close();
	}

	@Test
	void aReleaseWhileTheSlotIsMovingReachesTheWaiterByItsReCheck() {
		LockHandle held = this.one.lock(this.key).acquire();
		CompletableFuture<LockHandle> waiting = waitForLock(this.two);
		migrate(otherNode(), () -> {
			held.close();
			StallProofTime.awaitWithin(ABOUT_A_SECOND, waiting::isDone);
		});
		assertThat(held.isLost()).isFalse();
		assertThat(waiting.join().isValid()).isTrue();
		waiting.join().close();
	}

	@Test
	void nobodyStarvesWhileASlotIsHalfMoved() {
		AtomicBoolean end = new AtomicBoolean();
		List<AtomicInteger> turns = List.of(new AtomicInteger(), new AtomicInteger());
		List<CompletableFuture<Void>> busy = List.of(takeTurns(this.one, turns.get(0), end),
				takeTurns(this.two, turns.get(1), end));
		migrate(otherNode(), () -> {
			for (int round = 0; round < 3; round++) {
				awaitTurns(turns, 2);
			}
		});
		end.set(true);
		busy.forEach((each) -> assertThat(each).succeedsWithin(AMPLY));
	}

	@Test
	void aSlotThatMovesToAndFroUnderContentionCostsNoTurnAndNoExclusion() {
		AtomicBoolean end = new AtomicBoolean();
		List<AtomicInteger> turns = List.of(new AtomicInteger(), new AtomicInteger());
		List<CompletableFuture<Void>> busy = List.of(takeTurns(this.one, turns.get(0), end),
				takeTurns(this.two, turns.get(1), end));
		for (int move = 0; move < 3; move++) {
			migrate(otherNode(), () -> awaitTurns(turns, 0));
			awaitTurns(turns, 2);
		}
		end.set(true);
		busy.forEach((each) -> assertThat(each).succeedsWithin(AMPLY));
	}

	private static void awaitTurns(List<AtomicInteger> turns, int more) {
		List<Integer> before = turns.stream().map(AtomicInteger::get).toList();
		StallProofTime.awaitWithin(A_FEW_SECONDS,
				() -> turns.stream().allMatch((each) -> each.get() - before.get(turns.indexOf(each)) > more));
	}

	private CompletableFuture<Void> takeTurns(DefaultLockClient client, AtomicInteger turns, AtomicBoolean end) {
		return CompletableFuture.runAsync(() -> {
			while (!end.get()) {
				try (LockHandle held = client.lock(this.key).waitTime(AMPLY).acquire()) {
					LockHandle other = this.inside.getAndSet(held);
					assertThat(other == null || !other.isValid()).isTrue();
					turns.incrementAndGet();
					await().pollDelay(TURN).until(held::isValid);
					this.inside.compareAndSet(held, null);
				}
			}
		});
	}

	@Test
	void nothingStaysSubscribedAfterTheClientIsClosed() {
		LockHandle held = this.one.lock(this.key).acquire();
		CompletableFuture<LockHandle> waiting = waitForLock(this.two);
		held.close();
		waiting.join().close();
		assertThat(allGrantChannels()).hasSize(1);
		this.two.close();
		await().untilAsserted(() -> assertThat(allGrantChannels()).isEmpty());
		assertThat(pubSubConnections()).isZero();
		assertThat(this.one.lock(this.key).tryAcquire()).isPresent().hasValueSatisfying(LockHandle::close);
	}

	@Test
	void oneConnectionPerNodeIsEnoughForAllSlots() {
		List<LockHandle> held = new ArrayList<>();
		List<CompletableFuture<LockHandle>> waiting = new ArrayList<>();
		for (int i = 0; i < 12; i++) {
			String another = this.key + i;
			held.add(this.one.lock(another).acquire());
			waiting.add(this.two.lock(another).waitTime(AMPLY).acquireAsync().toCompletableFuture());
			await().until(() -> this.one.lock(another).inspect().waiters() == 1);
		}
		assertThat(allGrantChannels()).hasSize(12);
		assertThat(pubSubConnections()).isEqualTo(nodes.size());
		held.forEach(LockHandle::close);
		waiting.forEach((each) -> each.join().close());
	}

	@Test
	void whoMayNotSubscribeAsksEverySecond() {
		assumeTrue(ServerVersion.hasChannelRights(), "This server has no rights to channels");
		nodes.forEach((node) -> node.aclSetuser("deaf",
				AclSetuserArgs.Builder.on().addPassword("secret").allKeys().allCommands().resetChannels()));
		DefaultLockClient deaf = lockClient(deaf());
		LockHandle held = deaf.lock(this.key).acquire();
		CompletableFuture<LockHandle> waiting = waitForLock(lockClient(deaf()));
		assertThat(allGrantChannels()).isEmpty();
		held.close();
		StallProofTime.awaitWithin(ABOUT_A_SECOND, waiting::isDone);
		waiting.join().close();
	}

	private static RedisServers deaf() {
		return RedisServers.ofCluster(cluster.nodes()
			.stream()
			.map((node) -> RedisURI.builder(node.uri()).withAuthentication("deaf", "secret".toCharArray()).build())
			.toList());
	}

	private DefaultLockClient lockClient() {
		return lockClient(TestServers.of(cluster));
	}

	private DefaultLockClient lockClient(RedisServers redis) {
		DefaultLockClient client = Clients.client(new RedisLockStore(redis, "lock:"), "cluster");
		this.lockClients.add(client);
		return client;
	}

	private CompletableFuture<LockHandle> waitForLock(DefaultLockClient client) {
		CompletableFuture<LockHandle> waiting = client.lock(this.key)
			.waitTime(AMPLY)
			.acquireAsync()
			.toCompletableFuture();
		await().until(() -> this.one.lock(this.key).inspect().waiters() == 1);
		return waiting;
	}

	private static List<String> allGrantChannels() {
		return nodes.stream().flatMap((node) -> ServerVersion.grantChannels(node).stream()).toList();
	}

	private static long pubSubConnections() {
		return nodes.stream()
			.flatMap((node) -> node.clientList().lines())
			.filter((client) -> client
				.contains(" cmd=" + (ServerVersion.hasShardedChannels() ? "ssubscribe" : "subscribe")))
			.count();
	}

	private RedisCommands<String, String> owner() {
		return nodes.stream()
			.filter((node) -> node.clusterNodes()
				.lines()
				.filter((line) -> line.contains("myself"))
				.anyMatch((line) -> ClusterPartitionParser.parse(line).getPartition(0).hasSlot(this.slot)))
			.findFirst()
			.orElseThrow();
	}

	private RedisCommands<String, String> otherNode() {
		RedisCommands<String, String> owner = owner();
		return nodes.stream().filter((node) -> node != owner).findFirst().orElseThrow();
	}

	private void migrate(RedisCommands<String, String> target, Runnable between) {
		ClusterNodes.moveSlot(cluster.nodes(), this.slot, cluster.nodes().get(nodes.indexOf(target)), between);
	}

	@AfterEach
	void leavesNothingBehind() {
		try {
			await().untilAsserted(() -> assertThat(this.lockClients).allMatch((client) -> client.engine().isIdle()));
		}
		finally {
			this.lockClients.forEach(DefaultLockClient::close);
		}
		await().untilAsserted(() -> assertThat(allGrantChannels()).isEmpty());
	}

}
