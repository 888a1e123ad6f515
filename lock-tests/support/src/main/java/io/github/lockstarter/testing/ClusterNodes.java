package io.github.lockstarter.testing;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Stream;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.models.partitions.ClusterPartitionParser;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode.NodeFlag;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * Questions to single nodes of a Redis Cluster, each on a connection of its own.
 */
public final class ClusterNodes {

	private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(6);

	private static final long MIGRATION_MILLIS = 5000;

	private ClusterNodes() {
	}

	/**
	 * Ask a node.
	 * @param node the node
	 * @param question what to ask
	 * @param <T> what it answers
	 * @return the answer
	 */
	public static <T> T ask(EmbeddedRedis node, Function<RedisCommands<String, String>, T> question) {
		try (RedisClient client = RedisClient.create(TestClientResources.shared(), node.uri())) {
			return question.apply(client.connect().sync());
		}
	}

	/**
	 * Whether a node is a master, as it says itself.
	 * @param node the node
	 * @return {@code true} if it answers that it is one
	 */
	public static boolean isMaster(EmbeddedRedis node) {
		return myself(node).is(NodeFlag.UPSTREAM);
	}

	/**
	 * Wait until a node has become a master that serves slots.
	 * @param node the node
	 */
	public static void awaitPromotion(EmbeddedRedis node) {
		patiently().until(() -> !myself(node).hasNoSlots());
	}

	/**
	 * Wait until a node has become a replica that is in sync. It is asked again if it
	 * cuts the connection, as a sentinel lets it do when it demotes it.
	 * @param node the node
	 */
	public static void awaitReplication(EmbeddedRedis node) {
		patiently().ignoreExceptionsInstanceOf(RedisException.class)
			.until(() -> ask(node, (commands) -> commands.info("replication")).contains("master_link_status:up"));
	}

	/**
	 * Let a replica take over from its master as planned, and wait until it has. One that
	 * does not get that far within five seconds gives up, and is asked again.
	 * @param replica the replica
	 */
	public static void failOver(EmbeddedRedis replica) {
		AtomicLong askedAt = new AtomicLong(System.nanoTime() - AGAIN_NANOS);
		patiently().ignoreExceptionsInstanceOf(RedisException.class).until(() -> {
			boolean promoted = !myself(replica).hasNoSlots();
			if (!promoted && System.nanoTime() - askedAt.get() >= AGAIN_NANOS) {
				askedAt.set(System.nanoTime());
				ask(replica, (commands) -> commands.clusterFailover(false));
			}
			return promoted;
		});
	}

	/**
	 * Move a slot to another master while clients use it, key by key, as
	 * {@code redis-cli --cluster reshard} does.
	 * @param nodes all nodes, which have to run
	 * @param slot the slot
	 * @param target the other master
	 * @param between what happens when all keys have moved, and the slot has not
	 */
	public static void moveSlot(List<EmbeddedRedis> nodes, int slot, EmbeddedRedis target, Runnable between) {
		EmbeddedRedis source = master(nodes, slot);
		String from = ask(source, RedisCommands::clusterMyId);
		String to = ask(target, RedisCommands::clusterMyId);
		ask(target, (commands) -> commands.clusterSetSlotImporting(slot, from));
		ask(source, (commands) -> commands.clusterSetSlotMigrating(slot, to));
		ask(source,
				(commands) -> commands.clusterGetKeysInSlot(slot, Integer.MAX_VALUE)
					.stream()
					.map((key) -> commands.migrate("127.0.0.1", target.port(), key, 0, MIGRATION_MILLIS))
					.toList());
		between.run();
		// the target first: a slot that two masters give away belongs to nobody
		Stream
			.concat(Stream.of(target, source),
					nodes.stream().filter((node) -> node != target && node != source && isMaster(node)))
			.forEach((node) -> ask(node, (commands) -> commands.clusterSetSlotNode(slot, to)));
	}

	static void replicate(EmbeddedRedis replica, EmbeddedRedis master) {
		ask(replica, (commands) -> commands.clusterMeet("127.0.0.1", master.port()));
		String id = myself(master).getNodeId();
		patiently().ignoreExceptionsInstanceOf(RedisException.class)
			.until(() -> ask(replica, (commands) -> commands.clusterReplicate(id)).equals("OK"));
	}

	static void awaitInSync(List<EmbeddedRedis> nodes, List<EmbeddedRedis> replicas) {
		nodes.forEach((node) -> patiently()
			.until(() -> view(node).stream().filter((known) -> known.is(NodeFlag.REPLICA)).count() == replicas.size()
					&& view(node).size() == nodes.size()));
		replicas.forEach(ClusterNodes::awaitReplication);
	}

	static EmbeddedRedis master(List<EmbeddedRedis> nodes, int slot) {
		return nodes.stream()
			.filter(EmbeddedRedis::isRunning)
			.filter((node) -> myself(node).hasSlot(slot))
			.findFirst()
			.orElseThrow();
	}

	static EmbeddedRedis replica(List<EmbeddedRedis> nodes, EmbeddedRedis master) {
		String id = myself(master).getNodeId();
		return nodes.stream().filter((node) -> id.equals(myself(node).getSlaveOf())).findFirst().orElseThrow();
	}

	private static RedisClusterNode myself(EmbeddedRedis node) {
		return view(node).stream().filter((known) -> known.is(NodeFlag.MYSELF)).findFirst().orElseThrow();
	}

	private static Partitions view(EmbeddedRedis node) {
		return ask(node, (commands) -> ClusterPartitionParser.parse(commands.clusterNodes()));
	}

	private static ConditionFactory patiently() {
		return Awaitility.await().pollInterval(Duration.ofMillis(20)).atMost(Duration.ofSeconds(30));
	}

}
