package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.testing.ClusterNodes;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisCluster;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.StallProofTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Faults of a Redis Cluster with replicas. The applications have the time-outs of Spring
 * Boot, and the default lease.
 */
@Full
class ClusterFaultsIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	/** Until the replica is promoted and has the lock, whatever the machine does. */
	private static final Duration PATIENCE = Duration.ofSeconds(60);

	/** Less than any limit of a client, and enough for a busy machine. */
	private static final Duration SOON = Duration.ofSeconds(8);

	private final EmbeddedRedisCluster cluster = EmbeddedRedisCluster.startWithReplicas();

	private final BootClient first = BootClient.of(this.cluster);

	private final BootClient second = BootClient.of(this.cluster);

	private final LockClient one = this.first.client();

	private final LockClient two = this.second.client();

	/** All locks of a test are in one slot. */
	private final String tag = "{" + UUID.randomUUID() + "}:";

	private final EmbeddedRedis master = this.cluster.master("lock:" + this.tag);

	private final EmbeddedRedis replica = this.cluster.replica(this.master);

	@Test
	void aMasterThatFallsSilentCostsNoLockThatIsHeldAndOthersAreBackSoon() {
		assertFailover("a master of a Cluster fell silent", Duration.ofSeconds(2), this.master::pause);
		this.master.resume();
	}

	@Test
	@Tag("topologies")
	void aMasterThatIsKilledCostsNoLockThatIsHeldAndOthersAreBackSoon() {
		assertFailover("a master of a Cluster was killed", Duration.ofSeconds(1), this.master::kill);
	}

	@Test
	@Tag("topologies")
	void aKilledMasterThatIsBackAsAReplicaTakesOverAgain() {
		this.one.lock(this.tag + "before").acquire().close();
		this.master.kill();
		ClusterNodes.awaitPromotion(this.replica);
		this.master.restart();
		ClusterNodes.awaitReplication(this.master);
		LockHandle held = this.two.lock(this.tag + "held").acquire();
		ClusterNodes.failOver(this.master);
		StallProofTime.awaitSuccessWithin(SOON, acquire(this.one, "after"));
		assertThat(this.one.lock(this.tag + "held").tryAcquire()).isEmpty();
		held.close();
		assertThat(held.isLost()).isFalse();
	}

	@Test
	@Tag("topologies")
	void aPlannedFailoverCostsNoLockAndNoHandOver() {
		assertFailover("a planned failover in a Cluster", Duration.ofSeconds(1),
				() -> CompletableFuture.runAsync(() -> ClusterNodes.failOver(this.replica)));
	}

	@Test
	@Tag("topologies")
	void aPlannedFailoverUnderContentionNeverLeavesTwoHolders() {
		AtomicReference<LockHandle> inside = new AtomicReference<>();
		AtomicBoolean end = new AtomicBoolean();
		AtomicInteger turns = new AtomicInteger();
		AtomicInteger violations = new AtomicInteger();
		CompletableFuture<?>[] busy = Stream.of(this.one, this.two, this.one, this.two)
			.map((client) -> CompletableFuture.runAsync(() -> {
				while (!end.get()) {
					LockHandle held = client.lock(this.tag + "hot").waitTime(LEASE).acquire();
					LockHandle other = inside.getAndSet(held);
					if (other != null && other.isValid()) {
						violations.incrementAndGet();
					}
					turns.incrementAndGet();
					await().pollDelay(Duration.ofMillis(20)).until(() -> true);
					inside.compareAndSet(held, null);
					held.close();
				}
			}, (task) -> new Thread(task, "contender").start()))
			.toArray(CompletableFuture[]::new);
		await().until(() -> turns.get() > 10);
		ClusterNodes.failOver(this.replica);
		int before = turns.get();
		StallProofTime.awaitWithin(SOON, () -> turns.get() > before + 10);
		ClusterNodes.awaitReplication(this.master);
		ClusterNodes.failOver(this.master);
		int after = turns.get();
		StallProofTime.awaitWithin(SOON, () -> turns.get() > after + 10);
		end.set(true);
		assertThat(CompletableFuture.allOf(busy)).succeedsWithin(LEASE);
		assertThat(violations).hasValue(0);
	}

	@Test
	@Tag("topologies")
	void anApplicationThatStartsWhileAFormerMasterIsSilentHasLocks() {
		this.master.pause();
		ClusterNodes.awaitPromotion(this.replica);
		try (BootClient late = BootClient.of(this.cluster)) {
			LockClient client = late.client();
			LockHandle held = client.lock(this.tag + "late").waitTime(Duration.ofSeconds(25)).acquire();
			CompletableFuture<LockHandle> waiting = acquire(client, "late");
			held.close();
			StallProofTime.awaitSuccessWithin(SOON, waiting);
			waiting.join().close();
		}
		finally {
			this.master.resume();
		}
	}

	private CompletableFuture<LockHandle> acquire(LockClient client, String name) {
		return client.lock(this.tag + name).waitTime(PATIENCE).acquireAsync().toCompletableFuture();
	}

	private void assertFailover(String harm, Duration goal, Runnable fault) {
		LockHandle held = this.one.lock(this.tag + "held").acquire();
		LockHandle wanted = this.two.lock(this.tag + "wanted").acquire();
		CompletableFuture<LockHandle> waiting = acquire(this.one, "wanted");
		await().until(() -> this.two.lock(this.tag + "wanted").inspect().waiters() == 1);
		fault.run();
		List<CompletableFuture<LockHandle>> asked = askUntilPromoted();
		RecoveryTimes.measure(harm, goal, this.tag, this.one, this.two);
		StallProofTime.awaitSuccessWithin(SOON, CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new)));
		asked.forEach((each) -> each.join().close());
		wanted.close();
		StallProofTime.awaitSuccessWithin(SOON, waiting);
		waiting.join().close();
		Duration rest = held.remaining();
		StallProofTime.awaitWithin(LEASE, () -> !held.isValid() || held.remaining().compareTo(rest) > 0);
		assertThat(held.isValid()).isTrue();
		held.close();
		assertThat(held.isLost()).isFalse();
	}

	/** Lettuce keeps commands that are sent too early, and some are sent very late. */
	private List<CompletableFuture<LockHandle>> askUntilPromoted() {
		CompletableFuture<Void> promoted = CompletableFuture.runAsync(() -> ClusterNodes.awaitPromotion(this.replica));
		List<CompletableFuture<LockHandle>> asked = new ArrayList<>();
		await().pollInterval(Duration.ofMillis(200)).atMost(Duration.ofSeconds(30)).until(() -> {
			for (LockClient client : List.of(this.one, this.two)) {
				asked.add(acquire(client, "" + asked.size()));
			}
			return promoted.isDone();
		});
		promoted.join();
		return asked;
	}

	@AfterEach
	void close() {
		this.first.close();
		this.second.close();
		this.cluster.close();
	}

}
