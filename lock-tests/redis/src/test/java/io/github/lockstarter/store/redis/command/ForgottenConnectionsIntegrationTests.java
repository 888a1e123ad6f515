package io.github.lockstarter.store.redis.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.lockstarter.CloseableLockClient;
import io.github.lockstarter.LockClientBuilder;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.faults.proxy.ProxiedCluster;
import io.github.lockstarter.faults.proxy.RespProxy;
import io.github.lockstarter.store.redis.RedisLockStore;
import io.github.lockstarter.store.redis.RedisServers;
import io.github.lockstarter.store.redis.TestServers;
import io.github.lockstarter.store.redis.cluster.Slots;
import io.github.lockstarter.store.redis.grant.GrantChannels;
import io.github.lockstarter.testing.ClusterNodes;
import io.github.lockstarter.testing.Deaf;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisCluster;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.StallProofTime;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.protocol.ProtocolVersion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Connections that something on the way, such as a firewall, has forgotten: they stay
 * open, and nothing gets through, while new ones work.
 */
@ExtendWith(RepeatedIfDisturbed.class)
@Full
class ForgottenConnectionsIntegrationTests {

	private static final Duration BEAT = Duration.ofMillis(300);

	/** Less than the five seconds after which a silent connection is given up. */
	private static final Duration SOON = Duration.ofSeconds(4);

	/** Who waits for two seconds is to hear of a grant by then. */
	private static final Duration AS_LONG_AS_A_SHORT_CALL = Duration.ofSeconds(2);

	private static final Duration AMPLY = Duration.ofSeconds(60);

	private final String key = "forgotten:" + UUID.randomUUID();

	private final List<AutoCloseable> opened = new ArrayList<>();

	private final List<RespProxy> proxies = new ArrayList<>();

	private RedisServers redis(Servers servers) {
		return (servers == Servers.CLUSTER) ? cluster() : single();
	}

	private RedisServers single() {
		EmbeddedRedis server = EmbeddedRedis.start();
		RespProxy proxy = new RespProxy(server.port());
		this.proxies.add(proxy);
		this.opened.addAll(0, List.<AutoCloseable>of(proxy, server));
		return TestServers.at(proxy.port());
	}

	private RedisServers cluster() {
		ProxiedCluster cluster = new ProxiedCluster();
		cluster.cluster().nodes().forEach((node) -> this.proxies.add(cluster.proxy(node)));
		this.opened.add(0, cluster);
		return TestServers.of(cluster.target());
	}

	private Connections connections(RedisServers redis) {
		return connections(redis, BEAT);
	}

	private Connections connections(RedisServers redis, Duration beat) {
		Connections connections = new Connections(TestServers.client(redis), "lock:", "Redis", beat);
		this.opened.add(0, () -> connections.close().join());
		assertThat(connections.warmUp((failure) -> {
		})).succeedsWithin(AMPLY);
		return connections;
	}

	private static GrantChannels channels(Connections connections, AtomicInteger interruptions) {
		return new GrantChannels(new ChannelNames("lock:", "one", () -> false), connections, new Deaf() {

			@Override
			public void grantsMayBeLost() {
				interruptions.incrementAndGet();
			}

		});
	}

	private CloseableLockClient lockClient(RedisServers redis) {
		CloseableLockClient client = new LockClientBuilder(new RedisLockStore(redis, "lock:")).build();
		this.opened.add(0, client);
		return client;
	}

	private void forget() {
		assertThat(this.proxies).anyMatch((proxy) -> proxy.connections() > 0);
		this.proxies.forEach(RespProxy::strand);
	}

	private long stranded() {
		return this.proxies.stream().mapToLong(RespProxy::stranded).sum();
	}

	@ParameterizedTest
	@EnumSource
	void aConnectionForCommandsIsReplacedBeforeACommandNeedsIt(Servers servers) {
		Connections connections = connections(redis(servers));
		forget();
		StallProofTime.awaitWithin(SOON, () -> stranded() == 0);
		assertThat(connections.server(this.key).thenCompose(CommandServer::connection)).succeedsWithin(AMPLY)
			.matches(StatefulConnection::isOpen);
	}

	@Test
	void aSessionThatHasNothingToDoLearnsOfSlotsThatHaveMoved() {
		EmbeddedRedisCluster cluster = EmbeddedRedisCluster.start();
		this.opened.add(0, cluster);
		Connections connections = connections(TestServers.of(cluster));
		EmbeddedRedis target = cluster.nodes()
			.stream()
			.filter((node) -> node != cluster.master(this.key))
			.findFirst()
			.orElseThrow();
		ClusterNodes.moveSlot(cluster.nodes(), Slots.of(this.key), target, () -> {
		});
		await().atMost(AMPLY)
			.untilAsserted(() -> assertThat(connections.server(this.key).join().node()).isNotNull()
				.returns(target.port(), RedisURI::getPort));
	}

	@ParameterizedTest
	@EnumSource(ProtocolVersion.class)
	void aConnectionForGrantsIsReplacedBeforeAGrantIsMissed(ProtocolVersion protocol) {
		RedisServers redis = single().withOptions(ClientOptions.builder().protocolVersion(protocol).build());
		AtomicInteger interruptions = new AtomicInteger();
		GrantChannels channels = channels(connections(redis), interruptions);
		assertThat(channels.listen("lock:" + this.key)).succeedsWithin(AMPLY);
		RespProxy proxy = this.proxies.get(0);
		StallProofTime.pass(BEAT.multipliedBy(4));
		assertThat(interruptions).as("while it works").hasValue(0);
		proxy.strandSubscribers();
		StallProofTime.awaitWithin(SOON, () -> proxy.stranded() == 0);
		await().untilAtomic(interruptions, (count) -> assertThat(count).isEqualTo(1));
		assertThat(channels.listen("lock:" + this.key)).succeedsWithin(AMPLY);
		assertThat(proxy.hasSubscribers()).isTrue();
	}

	@Test
	void theConnectionForGrantsIsReplacedWithTheOneForCommands() {
		AtomicInteger interruptions = new AtomicInteger();
		Connections connections = connections(single(), AMPLY);
		GrantChannels channels = channels(connections, interruptions);
		assertThat(channels.listen("lock:" + this.key)).succeedsWithin(AMPLY);
		forget();
		connections.server(this.key).join().ask((commands) -> commands.ping());
		StallProofTime.awaitWithin(AS_LONG_AS_A_SHORT_CALL, () -> interruptions.get() == 1);
	}

	@ParameterizedTest
	@EnumSource
	void aCallThatWaitsForLessThanASilentConnectionIsGivenUpIsServedOnAnother(Servers servers) {
		CloseableLockClient client = lockClient(redis(servers));
		client.lock(this.key).acquire().close();
		forget();
		client.lock(this.key).waitTime(SOON).acquire().close();
	}

	/** Such a call is given an answer within two seconds, or told that there is none. */
	@ParameterizedTest
	@EnumSource
	void aCallThatDoesNotWaitIsServedOnAnotherConnectionAtOnce(Servers servers) {
		CloseableLockClient client = lockClient(redis(servers));
		client.lock(this.key).acquire().close();
		forget();
		assertThat(client.lock(this.key).tryAcquire()).hasValueSatisfying(LockHandle::close);
	}

	@ParameterizedTest
	@EnumSource
	void whatIsHeldAndWaitedForGoesOnOnAnotherConnection(Servers servers) {
		RedisServers redis = redis(servers);
		CloseableLockClient client = lockClient(redis);
		CloseableLockClient other = lockClient(redis);
		LockHandle held = client.lock(this.key).acquire();
		CompletableFuture<LockHandle> waiting = other.lock(this.key)
			.waitTime(AMPLY)
			.acquireAsync()
			.toCompletableFuture();
		await().until(() -> client.lock(this.key).inspect().waiters() == 1);
		forget();
		held.close();
		StallProofTime.awaitSuccessWithin(SOON, waiting);
		assertThat(held.isLost()).isFalse();
		waiting.join().close();
		await().until(() -> !client.lock(this.key).inspect().held());
	}

	/** Such a Redis lets clients connect. */
	@Test
	void aRedisThatPausesItsClientsIsNotConnectedToAgainAndAgain() {
		CloseableLockClient client = lockClient(single());
		client.lock(this.key).acquire().close();
		int before = this.proxies.get(0).connections();
		try (RedisClient admin = RedisClient.create("redis://127.0.0.1:" + this.proxies.get(0).port())) {
			admin.connect().sync().clientPause(SOON.toMillis());
		}
		CompletableFuture<LockHandle> waiting = client.lock(this.key)
			.waitTime(AMPLY)
			.acquireAsync()
			.toCompletableFuture();
		List<Integer> connections = new ArrayList<>();
		StallProofTime.awaitWithin(AMPLY, () -> {
			connections.add(this.proxies.get(0).connections());
			return waiting.isDone();
		});
		waiting.join().close();
		assertThat(connections).allSatisfy((count) -> assertThat(count).isLessThanOrEqualTo(before + 2));
	}

	@AfterEach
	void close() throws Exception {
		for (AutoCloseable each : this.opened) {
			each.close();
		}
	}

	private enum Servers {

		ONE, CLUSTER

	}

}
