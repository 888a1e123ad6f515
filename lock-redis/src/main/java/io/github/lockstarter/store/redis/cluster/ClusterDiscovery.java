package io.github.lockstarter.store.redis.cluster;

import java.lang.reflect.Field;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.github.lockstarter.containment.Contained;
import io.github.lockstarter.store.redis.connection.ConnectionHolder;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.StringCodec;
import io.netty.channel.ConnectTimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects to a Redis Cluster by a node that answers. Lettuce first asks all nodes, and
 * then connects to the one with the fewest clients, each for as long as a command may
 * take: one that hangs would keep it from the others. After a failed attempt, the nodes
 * are therefore asked here, and those that answer come first. While all refuse, Lettuce,
 * which warns of each, is spared.
 */
public final class ClusterDiscovery {

	private static final Logger logger = LoggerFactory.getLogger(ClusterDiscovery.class);

	private static final Duration LIMIT = Duration.ofSeconds(1);

	/** How long a failure stands for those after it, while no node can be reached. */
	private static final long SAME_FAILURE_NANOS = TimeUnit.SECONDS.toNanos(30);

	/**
	 * Lettuce uses both internally and does not publish them, or only after it has asked.
	 */
	private static final @Nullable Field SEEDS = field("initialUris");

	private static final @Nullable Field PARTITIONS = field("partitions");

	private volatile boolean failed;

	private volatile @Nullable Failure last;

	private static @Nullable Field field(String name) {
		try {
			Field field = RedisClusterClient.class.getDeclaredField(name);
			field.setAccessible(true);
			return field;
		}
		catch (NoSuchFieldException | RuntimeException ex) {
			Contained.run("A message", () -> logger
				.info("This version of Lettuce does not show the nodes of a Cluster that it asks: connecting may take"
						+ " as long as 'spring.data.redis.timeout' while one of them hangs", ex));
			return null;
		}
	}

	/**
	 * Connect, on a thread that may block. If it is interrupted, a connection that still
	 * arrives is closed.
	 */
	public <C extends StatefulConnection<?, ?>> C connect(RedisClusterClient client,
			Function<RedisClusterClient, CompletableFuture<C>> connector) {
		return find(client, (known) -> {
			checkIsCluster(known);
			return await(connector.apply(known));
		});
	}

	/** Without nodes there is no connection, and the cause says why. */
	private static void checkIsCluster(RedisClusterClient client) {
		try {
			client.getPartitions();
		}
		catch (RedisException ex) {
			throw new RedisConnectionException("Unable to establish a connection to Redis Cluster", ex);
		}
	}

	<C> C find(RedisClusterClient client, Function<RedisClusterClient, C> connector) {
		Failure before = this.last;
		if (this.failed && SEEDS != null && PARTITIONS != null && !ask(client, SEEDS, PARTITIONS) && before != null
				&& System.nanoTime() - before.at() < SAME_FAILURE_NANOS) {
			throw before.cause();
		}
		this.failed = true;
		try {
			C connection = connector.apply(client);
			this.failed = false;
			return connection;
		}
		catch (RuntimeException ex) {
			this.last = new Failure(ex, System.nanoTime());
			throw ex;
		}
	}

	private static <C extends StatefulConnection<?, ?>> C await(CompletableFuture<C> connection) {
		try {
			return connection.get();
		}
		catch (ExecutionException ex) {
			throw new CompletionException(ex.getCause());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			connection.thenAccept(ConnectionHolder::close);
			throw new CancellationException();
		}
	}

	/** Returns whether a node can be reached, as far as is known. */
	private static boolean ask(RedisClusterClient client, Field seeds, Field partitions) {
		try {
			Partitions known = (Partitions) partitions.get(client);
			Set<RedisURI> addresses = new LinkedHashSet<>();
			((Iterable<?>) seeds.get(client)).forEach((seed) -> addresses.add((RedisURI) seed));
			if (known != null) {
				known.forEach((node) -> addresses.add(node.getUri()));
			}
			return ask(client, addresses, known);
		}
		catch (IllegalAccessException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static boolean ask(RedisClusterClient client, Set<RedisURI> addresses, @Nullable Partitions known) {
		Partitions before = (known != null) ? known : new Partitions();
		ClusterClientOptions options = (ClusterClientOptions) client.getOptions();
		Set<RedisURI> refused = ConcurrentHashMap.newKeySet();
		List<ClusterView> views = answers(client, addresses, refused).entrySet()
			.stream()
			.map((answer) -> ClusterView.read(answer.getValue(), answer.getKey(), before, options.getNodeFilter()))
			.toList();
		if (views.isEmpty()) {
			return !refused.containsAll(addresses);
		}
		Set<String> answered = views.stream().flatMap(ClusterView::asked).collect(Collectors.toSet());
		List<RedisClusterNode> nodes = new ArrayList<>(ClusterView.newest(views, addresses.size(), before)
			.map(ClusterView::nodes)
			.orElse(before.getPartitions()));
		nodes.sort(Comparator.comparing((node) -> !answered.contains(node.getNodeId())));
		use(client, nodes, known);
		return true;
	}

	private static void use(RedisClusterClient client, List<RedisClusterNode> nodes, @Nullable Partitions known) {
		if (known != null) {
			known.reload(nodes);
			return;
		}
		Partitions first = new Partitions();
		first.addAll(nodes);
		client.setPartitions(first);
	}

	private static Map<RedisURI, String> answers(RedisClusterClient client, Set<RedisURI> addresses,
			Set<RedisURI> refused) {
		Map<RedisURI, String> answers = new ConcurrentHashMap<>();
		AtomicBoolean over = new AtomicBoolean();
		RedisClient single = RedisClient.create(client.getResources());
		single.setOptions(client.getOptions());
		CompletableFuture<?> all = CompletableFuture.allOf(addresses.stream()
			.map((address) -> single
				.connectAsync(StringCodec.UTF8, RedisURI.builder(address).withTimeout(LIMIT).build())
				.thenCompose((connection) -> ask(connection, over))
				.thenAccept((answer) -> answers.put(address, answer))
				.exceptionally((failure) -> {
					logger.debug("A node of the Redis Cluster did not report the other nodes", failure);
					if (isRefused(failure)) {
						refused.add(address);
					}
					return null;
				})
				.toCompletableFuture())
			.toArray(CompletableFuture[]::new));
		try {
			all.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (TimeoutException | ExecutionException ex) {
			Contained.run("A message",
					() -> logger.debug("Some nodes of the Redis Cluster did not answer in time", ex));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			over.set(true);
			single.shutdownAsync(0, 0, TimeUnit.MILLISECONDS);
		}
		return Map.copyOf(answers);
	}

	/** Whether nobody is there, as opposed to somebody who is slow. */
	private static boolean isRefused(Throwable failure) {
		Throwable root = failure;
		while (root.getCause() != null) {
			root = root.getCause();
		}
		return root instanceof UnknownHostException
				|| (root instanceof ConnectException && !(root instanceof ConnectTimeoutException));
	}

	/**
	 * At its shutdown, the client closes the connections that it has, but none that
	 * arrives later.
	 */
	private static CompletionStage<String> ask(StatefulRedisConnection<String, String> connection, AtomicBoolean over) {
		if (over.get()) {
			ConnectionHolder.close(connection);
		}
		return connection.async().clusterNodes();
	}

	/**
	 * The failure of an attempt, and when it was.
	 */
	private record Failure(RuntimeException cause, long at) {
	}

}
