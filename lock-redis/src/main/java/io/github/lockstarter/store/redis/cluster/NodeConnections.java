package io.github.lockstarter.store.redis.cluster;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.github.lockstarter.store.redis.connection.ConnectionHolder;
import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StatefulRedisConnectionImpl;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.StatefulRedisClusterConnectionImpl;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode.NodeFlag;

/**
 * The connections to single nodes behind the one to a Redis Cluster. Lettuce keeps a lost
 * or silent connection, and an unanswered attempt to connect, for as long as it knows the
 * node.
 */
public final class NodeConnections {

	private final StatefulRedisClusterConnectionImpl<String, String> connection;

	private final boolean replaceable;

	private final Topology.Listener listener;

	private final NodeAttempts attempts;

	/**
	 * Give access to the connections behind another.
	 * @param options the options that the application set for its client
	 * @param listener notified when they are closed
	 */
	NodeConnections(StatefulRedisClusterConnectionImpl<String, String> connection, ClusterClientOptions options,
			SessionTimer timer, Topology.Listener listener) {
		this.connection = connection;
		this.replaceable = options.isCloseStaleConnections();
		this.attempts = new NodeAttempts(timer, this::isUsed);
		this.listener = listener;
	}

	StatefulRedisClusterConnectionImpl<String, String> connection() {
		return this.connection;
	}

	Partitions known() {
		return this.connection.getPartitions();
	}

	/**
	 * The connection to a node, or the attempt to open it, which is limited.
	 */
	CompletableFuture<StatefulRedisConnection<String, String>> get(RedisClusterNode node) {
		return this.attempts.limit(to(this.connection, node));
	}

	/**
	 * The connection on which commands are sent: by address, not by the name of the node,
	 * for which Lettuce would open another one.
	 */
	public static CompletableFuture<StatefulRedisConnection<String, String>> to(
			StatefulRedisClusterConnection<String, String> connection, RedisClusterNode node) {
		return to(connection, node.getUri());
	}

	/**
	 * The connection on which commands are sent to the node at an address.
	 */
	public static CompletableFuture<StatefulRedisConnection<String, String>> to(
			StatefulRedisClusterConnection<String, String> connection, RedisURI address) {
		try {
			return connection.getConnectionAsync(address.getHost(), address.getPort());
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	boolean isLost(RedisClusterNode node) {
		CompletableFuture<StatefulRedisConnection<String, String>> opened = get(node);
		return isOpened(opened) && !opened.join().isOpen();
	}

	boolean isCurrent(RedisClusterNode node, StatefulConnection<?, ?> server) {
		CompletableFuture<StatefulRedisConnection<String, String>> opened = get(node);
		return isOpened(opened) && opened.join() == server;
	}

	private static boolean isOpened(CompletableFuture<?> opened) {
		return opened.isDone() && !opened.isCompletedExceptionally();
	}

	/**
	 * Note that a connection was established, perhaps after its attempt was given up.
	 */
	void arrived(StatefulRedisConnectionImpl<?, ?> opened) {
		this.attempts.arrived(opened);
	}

	/**
	 * Whether commands go to a connection. Looking at a node opens the connection to it,
	 * so replicas are left out, and primaries without slots, to which commands go while
	 * their first slot moves, come last.
	 */
	boolean isUsed(StatefulConnection<?, ?> server) {
		Partitions known = known();
		return Stream
			.concat(known.stream().filter(ServedSlots::any),
					known.stream().filter((node) -> node.is(NodeFlag.UPSTREAM) && !ServedSlots.any(node)))
			.anyMatch((node) -> isCurrent(node, server));
	}

	/**
	 * Lettuce closes connections to nodes that it no longer knows, and opens new ones to
	 * those that it knows again. Their commands are sent again, or fail and are repeated.
	 * If the application has configured it to close none, all have to be replaced.
	 */
	void replace(List<RedisClusterNode> nodes) {
		this.listener.repeated();
		if (!this.replaceable) {
			ConnectionHolder.close(this.connection);
			this.listener.changed();
			return;
		}
		Partitions all = known();
		Partitions others = new Partitions();
		others.addAll(all.stream()
			.filter((node) -> nodes.stream().noneMatch((gone) -> gone.getNodeId().equals(node.getNodeId())))
			.toList());
		this.connection.setPartitions(others);
		this.connection.setPartitions(all);
	}

}
