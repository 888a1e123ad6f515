package io.github.lockstarter.faults;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.faults.proxy.Direction;
import io.github.lockstarter.faults.proxy.ProxiedCluster;
import io.github.lockstarter.faults.proxy.RespProxy;
import io.github.lockstarter.jvm.ChildLocks;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisCluster;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.StallProofTime;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * Faults of the connections between a client and one node of a Redis Cluster, while all
 * nodes are well and others answer that client.
 */
@Full
class ClusterConnectionFaultsIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	/** The client library would wait for a minute. */
	private static final Duration SOON = Duration.ofSeconds(15);

	private static final Duration TURN = Duration.ofMillis(100);

	private final ProxiedCluster proxied = new ProxiedCluster();

	private final EmbeddedRedisCluster cluster = this.proxied.cluster();

	private final DefaultLockClient far = ChildLocks.client(this.proxied.target(), LEASE);

	private final DefaultLockClient near = ChildLocks.client(this.cluster.target(), LEASE);

	private final String key = "node:" + UUID.randomUUID();

	private final EmbeddedRedis master = this.cluster.master("lock:" + this.key);

	private final RespProxy proxy = this.proxied.proxy(this.master);

	private final AtomicBoolean end = new AtomicBoolean();

	private CompletableFuture<Void> traffic;

	@BeforeEach
	void useOtherNodes() {
		String other = IntStream.range(0, 1000)
			.mapToObj((number) -> "other:" + number)
			.filter((name) -> this.cluster.master("lock:" + name) != this.master)
			.findFirst()
			.orElseThrow();
		this.traffic = takeTurns(this.far, other, new AtomicInteger());
	}

	private CompletableFuture<Void> takeTurns(DefaultLockClient client, String name, AtomicInteger turns) {
		return CompletableFuture.runAsync(() -> {
			while (!this.end.get()) {
				try (LockHandle held = client.lock(name).acquire()) {
					turns.incrementAndGet();
					await().pollDelay(TURN).until(held::isValid);
				}
			}
		});
	}

	@Test
	void aSilentConnectionIsReplacedAndCostsNoLock() {
		LockHandle held = this.far.lock(this.key).acquire();
		this.proxy.strand();
		this.far.lock("{lock:" + this.key + "}").waitTime(SOON).acquire().close();
		assertRenewed(held);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 5 })
	@Tag("topologies")
	void attemptsToConnectThatAreNotAnsweredCostNoLock(int attempts) {
		LockHandle held = this.far.lock(this.key).acquire();
		this.proxy.strandNext(attempts);
		this.proxy.reset();
		this.far.lock("{lock:" + this.key + "}").waitTime(SOON).acquire().close();
		assertRenewed(held);
	}

	@Test
	@Tag("topologies")
	void attemptsToConnectToAnyNodeThatAreNotAnsweredCostNoLock() {
		LockHandle held = this.far.lock(this.key).acquire();
		proxies().forEach((each) -> each.strandNext(5));
		proxies().forEach(RespProxy::reset);
		this.far.lock("{lock:" + this.key + "}").waitTime(SOON).acquire().close();
		assertRenewed(held);
	}

	private static void assertRenewed(LockHandle held) {
		Duration rest = held.remaining();
		StallProofTime.awaitWithin(LEASE, () -> !held.isValid() || held.remaining().compareTo(rest) > 0);
		assertThat(held.isValid()).isTrue();
		held.close();
		assertThat(held.isLost()).isFalse();
	}

	@Test
	@Tag("topologies")
	void aConnectionThatArrivesAfterItsAttemptWasGivenUpIsClosed() {
		this.far.lock(this.key).acquire().close();
		int before = this.proxy.connections();
		this.proxy.delay(Direction.REPLIES, Duration.ofSeconds(4));
		this.proxy.reset();
		assertThatThrownBy(() -> this.far.lock(this.key).tryAcquire(Duration.ofSeconds(3)))
			.isInstanceOf(LockUnavailableException.class);
		this.proxy.heal();
		this.far.lock(this.key).acquire().close();
		await().pollDelay(Duration.ofSeconds(5))
			.atMost(Duration.ofSeconds(30))
			.until(() -> this.proxy.connections() <= before);
	}

	@Test
	@Tag("topologies")
	void aSilentConnectionIsReplacedAlthoughTheApplicationKeepsStaleConnections() {
		assertSilentConnectionIsReplaced(ClusterClientOptions.builder()
			.topologyRefreshOptions(ClusterTopologyRefreshOptions.builder().closeStaleConnections(false).build())
			.build());
	}

	/** The client library gives up commands before anybody else notices the silence. */
	@Test
	void aSilentConnectionIsReplacedAlthoughTheApplicationHasAShortTimeout() {
		assertSilentConnectionIsReplaced(
				ClusterClientOptions.builder().timeoutOptions(TimeoutOptions.enabled(Duration.ofSeconds(1))).build());
	}

	private void assertSilentConnectionIsReplaced(ClusterClientOptions options) {
		try (DefaultLockClient client = ChildLocks.client(this.proxied.target().with(options), LEASE)) {
			client.lock(this.key).acquire().close();
			this.proxy.strand();
			client.lock("{lock:" + this.key + "}").waitTime(SOON).acquire().close();
		}
	}

	@Test
	@Tag("topologies")
	void aWaiterWhoseConnectionForGrantsIsNotAnsweredHearsSoon() {
		LockHandle held = this.near.lock(this.key).acquire();
		this.far.lock(this.key).tryAcquire();
		this.proxy.strandNext(1);
		CompletableFuture<LockHandle> waiting = this.far.lock(this.key).acquireAsync().toCompletableFuture();
		StallProofTime.awaitWithin(SOON, () -> this.proxy.hasSubscribers());
		held.close();
		StallProofTime.awaitSuccessWithin(SOON, waiting);
		waiting.join().close();
	}

	@Test
	@Tag("topologies")
	void aWaiterWhoseSubscriptionsAreNotAnsweredGetsItsTurnAndHearsAgainLater() {
		proxies().forEach((each) -> each.swallow((command) -> command.command().equals("SSUBSCRIBE")));
		passOn();
		proxies().forEach(RespProxy::heal);
		passOn();
	}

	private Stream<RespProxy> proxies() {
		return this.cluster.nodes().stream().map(this.proxied::proxy);
	}

	private void passOn() {
		LockHandle held = this.near.lock(this.key).acquire();
		CompletableFuture<LockHandle> waiting = this.far.lock(this.key).acquireAsync().toCompletableFuture();
		await().until(() -> this.near.lock(this.key).inspect().waiters() == 1);
		held.close();
		StallProofTime.awaitSuccessWithin(SOON, waiting);
		waiting.join().close();
	}

	@Test
	@Tag("topologies")
	void aClientThatHearsNothingOfOneNodeKeepsItsShare() {
		AtomicInteger deaf = new AtomicInteger();
		AtomicInteger rival = new AtomicInteger();
		CompletableFuture<Void> all = CompletableFuture.allOf(takeTurns(this.far, this.key, deaf),
				takeTurns(this.near, this.key, rival));
		await().until(() -> deaf.get() > 3 && rival.get() > 3);
		this.proxy.strandSubscribers();
		assertThat(this.proxy.stranded()).isEqualTo(1);
		StallProofTime.awaitWithin(SOON.multipliedBy(2), () -> this.proxy.stranded() == 0);
		int before = deaf.get();
		StallProofTime.awaitWithin(SOON, () -> deaf.get() - before > 5);
		this.end.set(true);
		StallProofTime.awaitSuccessWithin(SOON, all);
	}

	@AfterEach
	void leavesNothingBehind() {
		this.end.set(true);
		try {
			StallProofTime.awaitSuccessWithin(SOON, this.traffic);
			await().until(() -> this.near.lock(this.key).inspect(), (info) -> !info.held() && info.waiters() == 0);
		}
		finally {
			this.far.close();
			this.near.close();
			this.proxied.close();
		}
	}

}
