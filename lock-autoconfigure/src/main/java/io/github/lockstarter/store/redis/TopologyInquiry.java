package io.github.lockstarter.store.redis;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

import io.github.lockstarter.store.StoreException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.StatefulRedisClusterConnectionImpl;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;

/**
 * Asks some nodes of a Redis Cluster what they know of it, on the connections that
 * commands use. The answers of most of them are enough, or after a second those that
 * there are: Lettuce would wait for each, so that one that hangs would hide for a minute
 * what the others say. As it finds out which connections are lost, or are not answered,
 * it replaces those as well.
 */
final class TopologyInquiry {

	private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(1);

	private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

	private final StatefulRedisClusterConnectionImpl<String, String> connection;

	private final Predicate<RedisClusterNode> filter;

	private final Consumer<ClusterView> whenKnown;

	/** With who was asked, on what. */
	private final Map<RedisClusterNode, CompletableFuture<StatefulRedisConnection<String, String>>> asked = new LinkedHashMap<>();

	private final Collection<ClusterView> views = new ConcurrentLinkedQueue<>();

	private final Map<RedisClusterNode, RedisFuture<String>> unanswered = new ConcurrentHashMap<>();

	/**
	 * Create it without asking.
	 * @param filter which nodes the application wants to be used
	 * @param whenKnown called with the newest view when enough have answered, and
	 * whenever another answer arrives then
	 */
	TopologyInquiry(StatefulRedisClusterConnectionImpl<String, String> connection, Predicate<RedisClusterNode> filter,
			Consumer<ClusterView> whenKnown) {
		this.connection = connection;
		this.filter = filter;
		this.whenKnown = whenKnown;
	}

	void ask(List<RedisClusterNode> nodes, SessionTimer timer) {
		reconnect(nodes.stream().filter(this::isLost).toList());
		nodes.forEach((node) -> this.asked.put(node, connection(node)));
		this.asked.forEach((node, opened) -> opened.thenAccept((server) -> ask(node, server)));
		timer.in(LIMIT_NANOS, this::conclude);
		timer.in(SILENCE_NANOS, this::replaceSilent);
	}

	private void ask(RedisClusterNode node, StatefulRedisConnection<String, String> server) {
		RedisFuture<String> request = server.async().clusterNodes();
		this.unanswered.put(node, request);
		request.whenComplete((answer, failure) -> {
			this.unanswered.remove(node);
			if (answer != null) {
				answered(ClusterView.read(answer, node, this.connection.getPartitions(), this.filter));
			}
		});
	}

	private void answered(ClusterView view) {
		this.views.add(view);
		if (2 * this.views.size() > this.asked.size()) {
			conclude();
		}
	}

	private void conclude() {
		this.views.stream().max(Comparator.comparingLong(ClusterView::epoch)).ifPresent(this.whenKnown);
	}

	boolean isAnswered() {
		return !this.views.isEmpty();
	}

	private CompletableFuture<StatefulRedisConnection<String, String>> connection(RedisClusterNode node) {
		RedisURI address = node.getUri();
		try {
			return this.connection.getConnectionAsync(address.getHost(), address.getPort());
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	private boolean isLost(RedisClusterNode node) {
		CompletableFuture<StatefulRedisConnection<String, String>> opened = connection(node);
		return opened.isDone() && !opened.isCompletedExceptionally() && !opened.join().isOpen();
	}

	private void replaceSilent() {
		this.asked.forEach((node, opened) -> opened.completeExceptionally(
				new StoreException("a node of the Redis Cluster did not answer an attempt to connect in time", true,
						StoreException.Kind.CONNECTION, null)));
		List<RedisClusterNode> silent = List.copyOf(this.unanswered.keySet());
		this.unanswered.values().forEach((request) -> request.cancel(false));
		reconnect(silent);
	}

	/**
	 * Lettuce closes connections to nodes that it no longer knows, and opens new ones to
	 * those that it knows again. Their commands are sent again, or fail and are repeated.
	 */
	private void reconnect(List<RedisClusterNode> nodes) {
		if (!nodes.isEmpty()) {
			Partitions all = this.connection.getPartitions();
			Partitions others = new Partitions();
			others.addAll(all.stream()
				.filter((node) -> nodes.stream().noneMatch((gone) -> gone.getNodeId().equals(node.getNodeId())))
				.toList());
			this.connection.setPartitions(others);
			this.connection.setPartitions(all);
		}
	}

}
