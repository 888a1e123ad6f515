package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import io.github.lockstarter.store.redis.cluster.NewerTopology;
import io.github.lockstarter.store.redis.command.ChannelNames;
import io.github.lockstarter.store.redis.command.Connections;
import io.github.lockstarter.store.redis.command.Script;
import io.github.lockstarter.store.redis.command.ScriptArguments;
import io.github.lockstarter.store.redis.command.ScriptCalls;
import io.github.lockstarter.testing.ClusterNodes;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisCluster;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.StatefulRedisClusterConnectionImpl;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for what our connection, and the application's client, believe of a Redis
 * Cluster.
 */
@ExtendWith(RepeatedIfDisturbed.class)
@Full
class TopologyIntegrationTests {

	private static final Duration SOON = Duration.ofSeconds(10);

	private static final int SLOT = 42;

	private static final String KEY = IntStream.range(0, Integer.MAX_VALUE)
		.mapToObj(Integer::toString)
		.filter((key) -> SlotHash.getSlot(key) == SLOT)
		.findFirst()
		.orElseThrow();

	private final EmbeddedRedisCluster cluster = EmbeddedRedisCluster.start();

	private final RedisClusterClient redis = this.cluster.newClient();

	private final Connections connections = new Connections(() -> this.redis, "lock:");

	private final StatefulRedisClusterConnection<String, String> connection = (StatefulRedisClusterConnection<String, String>) await()
		.ignoreExceptions()
		.until(() -> this.connections.commands().join(), StatefulConnection::isOpen);

	@Test
	void anOutdatedViewThatARefreshOfTheApplicationBringsBackIsCorrected() {
		List<RedisClusterNode> outdated = List.copyOf(this.redis.getPartitions());
		EmbeddedRedis former = this.cluster.master(KEY);
		String target = moveSlot();
		await().atMost(SOON).until(() -> {
			refresh();
			return owner().equals(target);
		});
		former.pause();
		this.redis.getPartitions().reload(outdated);
		((StatefulRedisClusterConnectionImpl<?, ?>) this.connection).setPartitions(this.redis.getPartitions());
		this.connections.inFlight().follow(this.connection, this.connection.async().get(KEY), (value, failure) -> {
		});
		await().atMost(SOON).until(() -> owner().equals(target));
		former.resume();
	}

	/** As it does when it reaches no other node, whoever serves its slots now. */
	@Test
	void aNodeThatAnswersThatTheClusterIsDownIsLeftForTheOneThatServesTheSlotNow() {
		ScriptCalls scripts = new ScriptCalls(this.connections);
		ScriptArguments arguments = new ScriptArguments(new ChannelNames("lock:", "one"), this.connections.topology());
		EmbeddedRedis former = this.cluster.master(KEY);
		List<EmbeddedRedis> others = others(former);
		others.forEach((other) -> {
			String id = ClusterNodes.ask(other, RedisCommands::clusterMyId);
			ClusterNodes.ask(former, (commands) -> commands.clusterForget(id));
		});
		moveSlot(others);
		await().atMost(SOON)
			.ignoreExceptions()
			.until(() -> scripts
				.run(Script.INSPECT, KEY, new String[] { KEY }, arguments.inspect(KEY), (answer) -> answer)
				.join() != null);
	}

	@Test
	void anOlderViewIsBelievedOnlyIfAMajoritySharesIt() {
		refresh();
		String former = owner();
		List<EmbeddedRedis> others = others(this.cluster.master(KEY));
		((StatefulRedisClusterConnectionImpl<?, ?>) this.connection)
			.setPartitions(NewerTopology.of(this.connection.getPartitions(), SLOT));
		others.forEach(EmbeddedRedis::pause);
		await().during(Duration.ofSeconds(4)).atMost(SOON).until(() -> {
			refresh();
			return !owner().equals(former);
		});
		others.forEach(EmbeddedRedis::resume);
		await().atMost(SOON).until(() -> {
			refresh();
			return owner().equals(former);
		});
	}

	@Test
	void theOrderOfTheNodesByWhichAnApplicationChoosesWhomItReadsFromIsKept() {
		List<RedisClusterNode> nodes = new ArrayList<>(List.copyOf(this.redis.getPartitions()));
		Collections.reverse(nodes);
		this.redis.getPartitions().reload(nodes);
		List<String> names = names();
		String target = moveSlot();
		await().atMost(SOON).until(() -> {
			refresh();
			return owner().equals(target);
		});
		assertThat(names()).isEqualTo(names);
	}

	/** How long it is silent depends on the machine: what counts is less than 2 s. */
	@Test
	void theConnectionToANodeThatIsSilentForAMomentIsKeptEvenIfTheApplicationWaitsForLess() {
		EmbeddedRedis node = this.cluster.master(KEY);
		RedisClusterClient impatient = this.cluster.newClient();
		impatient.setOptions(
				ClusterClientOptions.builder().timeoutOptions(TimeoutOptions.enabled(Duration.ofMillis(200))).build());
		Connections own = new Connections(() -> impatient, "lock:");
		StatefulRedisClusterConnection<String, String> opened = (StatefulRedisClusterConnection<String, String>) own
			.commands()
			.join();
		Supplier<StatefulRedisConnection<String, String>> behind = () -> opened
			.getConnectionAsync("127.0.0.1", node.port())
			.join();
		await().until(() -> {
			StatefulRedisConnection<String, String> before = behind.get();
			long begunAt = System.nanoTime();
			node.pause();
			own.topology().refresh().toCompletableFuture().join();
			await().pollDelay(Duration.ofMillis(400)).until(() -> true);
			node.resume();
			boolean quick = System.nanoTime() - begunAt < Duration.ofMillis(1500).toNanos();
			if (quick) {
				await().during(Duration.ofSeconds(3)).atMost(SOON).until(() -> behind.get() == before);
			}
			return quick;
		});
		own.close().join();
		impatient.shutdown();
	}

	@Test
	void aHealthReportTakesNoConnectionsOfItsOwn() {
		refresh();
		long before = clients();
		ServerReports.ask(this.connections, 0).toCompletableFuture().join();
		assertThat(clients()).isEqualTo(before);
	}

	private void refresh() {
		assertThat(this.connections.topology().refresh()).succeedsWithin(SOON);
	}

	private List<EmbeddedRedis> others(EmbeddedRedis one) {
		return this.cluster.nodes().stream().filter((node) -> node != one).toList();
	}

	/** While the connection to a node is replaced, that node is unknown for a moment. */
	private String owner() {
		RedisClusterNode owner = this.connection.getPartitions().getMasterBySlot(SLOT);
		return (owner != null) ? owner.getNodeId() : "";
	}

	private List<String> names() {
		return this.redis.getPartitions().stream().map(RedisClusterNode::getNodeId).toList();
	}

	/** The slot is empty, so that it takes no more than to say so. */
	private String moveSlot() {
		return moveSlot(this.cluster.nodes());
	}

	private String moveSlot(List<EmbeddedRedis> told) {
		EmbeddedRedis last = this.cluster.nodes().get(2);
		String target = ClusterNodes.ask(last, RedisCommands::clusterMyId);
		ClusterNodes.ask(last, (commands) -> commands.clusterSetSlotImporting(SLOT, owner()));
		ClusterNodes.ask(last, (commands) -> commands.clusterSetSlotNode(SLOT, target));
		told.forEach((node) -> ClusterNodes.ask(node, (commands) -> commands.clusterSetSlotNode(SLOT, target)));
		return target;
	}

	private long clients() {
		return this.cluster.nodes()
			.stream()
			.flatMap((node) -> ClusterNodes.ask(node, RedisCommands::clientList).lines())
			.filter((line) -> !line.contains("cmd=client"))
			.count();
	}

	@AfterEach
	void close() {
		this.connections.close().join();
		this.redis.shutdown();
		this.cluster.close();
	}

}
