package io.github.lockstarter.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import org.awaitility.Awaitility;

/**
 * A Redis Cluster of three masters, without replicas or with one for each.
 */
public final class EmbeddedRedisCluster implements AutoCloseable {

	private static final int MASTERS = 3;

	private static final Duration NODE_TIMEOUT = Duration.ofSeconds(2);

	private final List<EmbeddedRedis> nodes;

	private EmbeddedRedisCluster(List<EmbeddedRedis> nodes) {
		this.nodes = nodes;
	}

	/**
	 * The cluster that all tests of this JVM share. Don't stop, pause or reconfigure it.
	 * @return the shared cluster
	 */
	public static EmbeddedRedisCluster shared() {
		return Shared.INSTANCE;
	}

	/**
	 * Start a cluster and wait until all its slots are served.
	 * @return the running cluster
	 */
	public static EmbeddedRedisCluster start() {
		return start(NODE_TIMEOUT);
	}

	private static EmbeddedRedisCluster start(Duration nodeTimeout) {
		List<EmbeddedRedis> nodes = startNodes(nodeTimeout);
		nodes.forEach((node) -> assignSlots(node, nodes));
		nodes.forEach(EmbeddedRedisCluster::awaitReady);
		return new EmbeddedRedisCluster(nodes);
	}

	/**
	 * Start a cluster with a replica for each master, and wait until all are in sync.
	 * @return the running cluster
	 */
	public static EmbeddedRedisCluster startWithReplicas() {
		return startWithReplicas(NODE_TIMEOUT);
	}

	/**
	 * Start a cluster with a replica for each master, and wait until all are in sync.
	 * @param nodeTimeout for how long a node has to be silent to be replaced
	 * @return the running cluster
	 */
	public static EmbeddedRedisCluster startWithReplicas(Duration nodeTimeout) {
		List<EmbeddedRedis> masters = start(nodeTimeout).nodes();
		List<EmbeddedRedis> replicas = startNodes(nodeTimeout);
		for (int i = 0; i < MASTERS; i++) {
			ClusterNodes.replicate(replicas.get(i), masters.get(i));
		}
		List<EmbeddedRedis> nodes = Stream.concat(masters.stream(), replicas.stream()).toList();
		ClusterNodes.awaitInSync(nodes, replicas);
		return new EmbeddedRedisCluster(nodes);
	}

	private static List<EmbeddedRedis> startNodes(Duration timeout) {
		return Stream.generate(() -> startNode(timeout)).limit(MASTERS).toList();
	}

	/** A node that is started again without its data still knows who it is. */
	private static EmbeddedRedis startNode(Duration timeout) {
		return EmbeddedRedis.start("--cluster-enabled", "yes", "--cluster-node-timeout", "" + timeout.toMillis(),
				"--repl-diskless-sync-delay", "0", "--cluster-config-file", newFile().toString());
	}

	private static Path newFile() {
		try {
			Path file = Files.createTempFile("redis-nodes-", ".conf");
			file.toFile().deleteOnExit();
			return file;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@SuppressWarnings("unchecked")
	private static void assignSlots(EmbeddedRedis node, List<EmbeddedRedis> nodes) {
		int index = nodes.indexOf(node);
		int first = SlotHash.SLOT_COUNT * index / MASTERS;
		int last = SlotHash.SLOT_COUNT * (index + 1) / MASTERS - 1;
		try (RedisClient client = node.newClient()) {
			RedisCommands<String, String> commands = client.connect().sync();
			commands.clusterSetConfigEpoch(index + 1L);
			commands.clusterAddSlots(IntStream.rangeClosed(first, last).toArray());
			if (index > 0) {
				commands.clusterMeet("127.0.0.1", nodes.get(0).port());
			}
		}
	}

	private static void awaitReady(EmbeddedRedis node) {
		try (RedisClient client = node.newClient()) {
			RedisCommands<String, String> commands = client.connect().sync();
			Awaitility.await()
				.pollInterval(Duration.ofMillis(50))
				.atMost(Duration.ofSeconds(30))
				.until(commands::clusterInfo, (info) -> info.contains("cluster_state:ok"));
		}
	}

	public List<EmbeddedRedis> nodes() {
		return this.nodes;
	}

	/**
	 * The node that serves the slot of a key.
	 * @param key the key
	 * @return the master that it belongs to, as the nodes that run say
	 */
	public EmbeddedRedis master(String key) {
		return ClusterNodes.master(this.nodes, SlotHash.getSlot(key));
	}

	/**
	 * Move the slot of a key to the next master while clients use it.
	 * @param key the key
	 * @param between what happens when all keys have moved, and the slot has not
	 * @return the master that serves it now
	 */
	public EmbeddedRedis moveSlot(String key, Runnable between) {
		List<EmbeddedRedis> masters = this.nodes.stream().filter(ClusterNodes::isMaster).toList();
		EmbeddedRedis target = masters.get((masters.indexOf(master(key)) + 1) % masters.size());
		ClusterNodes.moveSlot(this.nodes, SlotHash.getSlot(key), target, between);
		return target;
	}

	/**
	 * The node that replicates another.
	 * @param master the other
	 * @return its replica
	 */
	public EmbeddedRedis replica(EmbeddedRedis master) {
		return ClusterNodes.replica(this.nodes, master);
	}

	/**
	 * What a client needs to reach it.
	 * @return the target
	 */
	public RedisTarget target() {
		return RedisTarget.ofCluster(this.nodes.stream().map(EmbeddedRedis::uri).toList());
	}

	/**
	 * Create a client, to be shut down by the caller.
	 * @return the client
	 */
	public RedisClusterClient newClient() {
		return (RedisClusterClient) target().newClient();
	}

	/**
	 * Forget all data.
	 */
	public void flush() {
		this.nodes.stream().filter(ClusterNodes::isMaster).forEach(EmbeddedRedis::flush);
	}

	@Override
	public void close() {
		this.nodes.forEach(EmbeddedRedis::close);
	}

	/**
	 * The cluster with replicas that all tests of this JVM share. Don't stop, pause or
	 * reconfigure it.
	 * @return the shared cluster
	 */
	public static EmbeddedRedisCluster sharedWithReplicas() {
		return SharedWithReplicas.INSTANCE;
	}

	private static final class Shared {

		static final EmbeddedRedisCluster INSTANCE = start();

	}

	private static final class SharedWithReplicas {

		static final EmbeddedRedisCluster INSTANCE = startWithReplicas();

	}

}
