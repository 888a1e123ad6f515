package io.github.lockstarter.store.redis.acknowledgement;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import io.github.lockstarter.faults.proxy.Direction;
import io.github.lockstarter.faults.proxy.ProxiedCluster;
import io.github.lockstarter.faults.proxy.RespProxy;
import io.github.lockstarter.store.redis.RedisServers;
import io.github.lockstarter.store.redis.TestServers;
import io.github.lockstarter.store.redis.cluster.NewerTopology;
import io.github.lockstarter.store.redis.command.ChannelNames;
import io.github.lockstarter.store.redis.command.Connections;
import io.github.lockstarter.store.redis.command.Script;
import io.github.lockstarter.store.redis.command.ScriptArguments;
import io.github.lockstarter.store.redis.command.ScriptExecutor;
import io.github.lockstarter.store.redis.connection.CurrentClient;
import io.github.lockstarter.testing.ClusterNodes;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.lettuce.core.TimeoutOptions;
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
 * Tests for {@link ReplicaAcknowledgements} while one node of a Redis Cluster is out of
 * reach. There are no replicas, and what is asked for needs none.
 */
@ExtendWith(RepeatedIfDisturbed.class)
@Full
class ClusterAcknowledgementsIntegrationTests {

	private static final Duration SOON = Duration.ofMinutes(1);

	/** Longer than a server that is well takes to answer. */
	private static final Duration SLOW = Duration.ofMillis(600);

	private static final String RECORD = "lock:a";

	private final ProxiedCluster redis = new ProxiedCluster();

	private final EmbeddedRedis master = this.redis.cluster().master(RECORD);

	private final RespProxy proxy = this.redis.proxy(this.master);

	private final String elsewhere = IntStream.range(0, 1000)
		.mapToObj((number) -> "lock:" + number)
		.filter((record) -> this.redis.cluster().master(record) != this.master)
		.findFirst()
		.orElseThrow();

	/** The application gives up a command after a second. */
	private final RedisServers servers = TestServers.of(this.redis.target())
		.withOptions(
				ClusterClientOptions.builder().timeoutOptions(TimeoutOptions.enabled(Duration.ofSeconds(1))).build());

	private final CurrentClient client = TestServers.client(this.servers);

	private final Connections connections = new Connections(this.client, "lock:", "Redis");

	private final ScriptExecutor scripts = new ScriptExecutor(this.connections);

	private final ReplicaAcknowledgements acknowledgements = new ReplicaAcknowledgements(1, this.connections,
			this.scripts);

	private final ScriptArguments arguments = new ScriptArguments(new ChannelNames("lock:", "one", () -> true));

	@Test
	void aServerThatIsSilentIsNoticedWhileOthersAnswerAlthoughTheApplicationHasAShortTimeout() {
		await().until(this::areBothAnswered);
		this.proxy.strand();
		await().atMost(SOON).until(this::areBothAnswered);
	}

	/** The first answer of a server that has to be sent the script comes too late. */
	private boolean areBothAnswered() {
		boolean others = isAnswered(this.elsewhere);
		return isAnswered(RECORD) && others;
	}

	@Test
	void whatASilentServerHasNotAnsweredIsGivenUpWhenTheTopologyChanges() {
		await().until(() -> isAnswered(RECORD));
		int slot = SlotHash.getSlot(this.elsewhere);
		String owner = known().getMasterBySlot(slot).getNodeId();
		this.connections.topology().refresh().toCompletableFuture().join();
		known().reload(List.copyOf(NewerTopology.of(known(), slot)));
		this.proxy.strand();
		CompletableFuture<?> unanswered = run(RECORD);
		await().pollDelay(SLOW).atMost(SOON).until(() -> {
			this.connections.topology().refresh().toCompletableFuture().join();
			return known().getMasterBySlot(slot).getNodeId().equals(owner);
		});
		assertThat(onTimer(unanswered::isCompletedExceptionally)).isTrue();
	}

	@Test
	void whatAnotherServerWasAskedIsAnsweredAlthoughTheTopologyChanges() {
		await().until(this::areBothAnswered);
		RedisClusterNode owner = known().getMasterBySlot(SlotHash.getSlot(this.elsewhere));
		int slot = owner.getSlots()
			.stream()
			.filter((each) -> each != SlotHash.getSlot(this.elsewhere))
			.findFirst()
			.orElseThrow();
		this.proxy.strand();
		CompletableFuture<?> unanswered = run(RECORD);
		await().pollDelay(SLOW).until(() -> true);
		known().reload(List.copyOf(NewerTopology.of(known(), slot)));
		CompletableFuture<?> answered = runAcknowledged(this.elsewhere);
		await().atMost(SOON).until(() -> {
			this.connections.topology().refresh().toCompletableFuture().join();
			return unanswered.isDone();
		});
		assertThat(answered).failsWithin(SOON)
			.withThrowableThat()
			.withMessageContaining("too few replicas acknowledged");
	}

	@Test
	void aSlotThatHasMovedIsFollowedAtOnce() {
		await().until(this::areBothAnswered);
		known().reload(List.copyOf(NewerTopology.of(known(), SlotHash.getSlot(this.elsewhere))));
		assertThat(runAcknowledged(this.elsewhere)).failsWithin(SOON)
			.withThrowableThat()
			.withMessageContaining("too few replicas acknowledged");
	}

	private Partitions known() {
		return this.connections.topology().find(this.client.get()).toCompletableFuture().join();
	}

	/** Once it has done all that follows from the change. */
	private boolean onTimer(Supplier<Boolean> question) {
		CompletableFuture<Boolean> answer = new CompletableFuture<>();
		this.connections.timer().in(0, () -> answer.complete(question.get()));
		return answer.join();
	}

	@Test
	void anAttemptToConnectThatIsNotAnsweredIsGivenUp() {
		connectToOthers();
		this.proxy.strandNext(1);
		await().atMost(SOON).until(() -> isAnswered(RECORD));
	}

	@Test
	void aConnectionThatArrivesAfterItsAttemptWasGivenUpIsClosed() {
		connectToOthers();
		int before = lastingConnections();
		this.proxy.delay(Direction.REPLIES, Duration.ofSeconds(4));
		assertThat(isAnswered(RECORD)).isFalse();
		this.proxy.heal();
		await().atMost(SOON).until(() -> isAnswered(RECORD));
		await().pollDelay(Duration.ofSeconds(5))
			.atMost(SOON)
			.untilAsserted(() -> assertThat(this.proxy.connections()).isLessThanOrEqualTo(before + 1));
	}

	/** Those of attempts that another one has overtaken are closed again. */
	private int lastingConnections() {
		AtomicInteger lasting = new AtomicInteger();
		await().during(Duration.ofSeconds(1)).atMost(SOON).until(() -> {
			int connections = this.proxy.connections();
			return lasting.getAndSet(connections) == connections;
		});
		return lasting.get();
	}

	/** The next connection is that to the server of the record for acknowledgements. */
	private void connectToOthers() {
		await().until(() -> isAnswered(this.elsewhere));
		this.scripts
			.run(Script.INSPECT, RECORD, new String[] { RECORD }, this.arguments.inspect(RECORD), (result) -> result)
			.join();
	}

	@Test
	void aCallEndsWhoseAnswerCanNotBeReadForWhateverReason() {
		await().until(() -> isAnswered(RECORD));
		CompletableFuture<?> call = this.acknowledgements.run(Script.INSPECT, RECORD, new String[] { RECORD },
				this.arguments.inspect(RECORD), (result) -> {
					throw new NoClassDefFoundError("by the test");
				}, (result) -> false);
		assertThat(call).failsWithin(SOON).withThrowableThat().withMessageContaining("by the test");
	}

	@Test
	void aCallFollowsItsKeyWhileItsSlotMoves() {
		await().until(this::areBothAnswered);
		EmbeddedRedis target = this.redis.cluster().master(this.elsewhere);
		int slot = SlotHash.getSlot(RECORD);
		String from = ClusterNodes.ask(this.master, RedisCommands::clusterMyId);
		String to = ClusterNodes.ask(target, RedisCommands::clusterMyId);
		ClusterNodes.ask(target, (commands) -> commands.clusterSetSlotImporting(slot, from));
		ClusterNodes.ask(this.master, (commands) -> commands.clusterSetSlotMigrating(slot, to));
		await().atMost(SOON).until(() -> isAnswered(RECORD));
		assertThat(runAcknowledged(RECORD)).failsWithin(SOON)
			.withThrowableThat()
			.withMessageContaining("too few replicas acknowledged");
	}

	private boolean isAnswered(String record) {
		return run(record).handle((result, failure) -> failure == null).join();
	}

	private CompletableFuture<List<Object>> run(String record) {
		return this.acknowledgements.run(Script.INSPECT, record, new String[] { record },
				this.arguments.inspect(record), Function.identity(), (result) -> false);
	}

	private CompletableFuture<List<Object>> runAcknowledged(String record) {
		return this.acknowledgements.run(Script.INSPECT, record, new String[] { record },
				this.arguments.inspect(record), Function.identity(), (result) -> true);
	}

	@AfterEach
	void close() {
		this.connections.close().join();
		this.redis.close();
	}

}
