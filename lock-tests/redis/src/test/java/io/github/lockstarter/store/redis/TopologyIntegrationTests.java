package io.github.lockstarter.store.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import io.github.lockstarter.store.LockPage;
import io.github.lockstarter.store.redis.cluster.NewerTopology;
import io.github.lockstarter.store.redis.command.ChannelNames;
import io.github.lockstarter.store.redis.command.Connections;
import io.github.lockstarter.store.redis.command.Script;
import io.github.lockstarter.store.redis.command.ScriptArguments;
import io.github.lockstarter.store.redis.command.ScriptExecutor;
import io.github.lockstarter.store.redis.connection.ClientSettings;
import io.github.lockstarter.store.redis.connection.CurrentClient;
import io.github.lockstarter.testing.ClusterNodes;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisCluster;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for what is believed of a Redis Cluster.
 */
@ExtendWith(RepeatedIfDisturbed.class)
@Full
class TopologyIntegrationTests {

	private static final Duration SOON = Duration.ofSeconds(30);

	private static final int SLOT = 42;

	private static final String KEY = IntStream.range(0, Integer.MAX_VALUE)
		.mapToObj(Integer::toString)
		.filter((key) -> SlotHash.getSlot(key) == SLOT)
		.findFirst()
		.orElseThrow();

	private final EmbeddedRedisCluster cluster = EmbeddedRedisCluster.start();

	private final CurrentClient client = TestServers.client(TestServers.of(this.cluster));

	private final Connections connections = new Connections(this.client, "lock:", "Redis");

	private final ScriptExecutor scripts = new ScriptExecutor(this.connections);

	private final ScriptArguments arguments = new ScriptArguments(new ChannelNames("lock:", "one", () -> true));

	@Test
	void anOutdatedViewIsCorrectedAlthoughTheFormerNodeIsSilent() {
		await().atMost(SOON).ignoreExceptions().until(() -> !owner().isEmpty());
		List<RedisClusterNode> outdated = List.copyOf(known());
		EmbeddedRedis former = this.cluster.master(KEY);
		String target = moveSlot();
		await().atMost(SOON).until(() -> {
			refresh();
			return owner().equals(target);
		});
		former.pause();
		known().reload(outdated);
		this.connections.server(KEY).thenCompose((server) -> server.ask((commands) -> commands.get(KEY)));
		await().atMost(SOON).until(() -> owner().equals(target));
		former.resume();
	}

	/** As it does when it reaches no other node, whoever serves its slots now. */
	@Test
	void aNodeThatAnswersThatTheClusterIsDownIsLeftForTheOneThatServesTheSlotNow() {
		EmbeddedRedis former = this.cluster.master(KEY);
		List<EmbeddedRedis> others = others(former);
		others.forEach((other) -> {
			String id = ClusterNodes.ask(other, RedisCommands::clusterMyId);
			ClusterNodes.ask(former, (commands) -> commands.clusterForget(id));
		});
		moveSlot(others);
		await().atMost(SOON).ignoreExceptions().until(() -> call().join() != null);
	}

	/** The other node serves it to those who ask for it, and has no script yet. */
	@Test
	void aCallFollowsItsKeyWhileItsSlotMoves() {
		await().atMost(SOON).ignoreExceptions().until(() -> call().join() != null);
		EmbeddedRedis former = this.cluster.master(KEY);
		EmbeddedRedis target = others(former).get(0);
		String from = ClusterNodes.ask(former, RedisCommands::clusterMyId);
		String to = ClusterNodes.ask(target, RedisCommands::clusterMyId);
		ClusterNodes.ask(target, (commands) -> commands.clusterSetSlotImporting(SLOT, from));
		ClusterNodes.ask(former, (commands) -> commands.clusterSetSlotMigrating(SLOT, to));
		assertThat(call()).succeedsWithin(SOON);
		assertThat(owner()).isEqualTo(from);
	}

	private CompletableFuture<?> call() {
		return call(this.scripts);
	}

	private CompletableFuture<?> call(ScriptExecutor calls) {
		return calls.run(Script.INSPECT, KEY, new String[] { KEY }, this.arguments.inspect(KEY), (answer) -> answer);
	}

	@Test
	void anOlderViewIsBelievedOnlyIfAMajoritySharesIt() {
		refresh();
		String former = owner();
		List<EmbeddedRedis> others = others(this.cluster.master(KEY));
		known().reload(List.copyOf(NewerTopology.of(known(), SLOT)));
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
	void nodesThatAreKnownAreConnectedToAsTheNextClientSays() {
		AtomicReference<ClientSettings> present = new AtomicReference<>(settings("one"));
		setPassword("one");
		Connections connections = new Connections(new CurrentClient(present::get), "lock:", "Redis");
		ScriptExecutor calls = new ScriptExecutor(connections);
		assertThat(call(calls)).succeedsWithin(SOON);
		setPassword("two");
		present.set(settings("two"));
		await().atMost(SOON).untilAsserted(() -> assertThat(call(calls)).succeedsWithin(SOON));
		connections.close().join();
	}

	private ClientSettings settings(String password) {
		return RedisServers
			.ofCluster(this.cluster.nodes()
				.stream()
				.map((node) -> RedisURI.builder(node.uri()).withAuthentication("app", password.toCharArray()).build())
				.toList())
			.settings();
	}

	private void setPassword(String password) {
		this.cluster.nodes()
			.forEach((node) -> ClusterNodes.ask(node, (commands) -> commands.aclSetuser("app",
					AclSetuserArgs.Builder.reset().on().addPassword(password).allKeys().allCommands().allChannels())));
	}

	@Test
	void aClusterWithoutSlotsIsNotListedAsIfItWasEmpty() {
		Connections connections = new Connections(
				TestServers.client(TestServers.of(this.cluster)
					.withOptions(ClusterClientOptions.builder().nodeFilter((node) -> false).build())),
				"lock:", "Redis");
		assertThat(new RecordScan(connections, "lock:").page(LockPage.FIRST, 10).toCompletableFuture())
			.failsWithin(SOON)
			.withThrowableThat()
			.withMessageContaining("no node of the Redis Cluster");
		connections.close().join();
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

	private Partitions known() {
		return this.connections.topology().find(this.client.get()).toCompletableFuture().join();
	}

	private String owner() {
		return known().getMasterBySlot(SLOT).getNodeId();
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
		this.cluster.close();
	}

}
