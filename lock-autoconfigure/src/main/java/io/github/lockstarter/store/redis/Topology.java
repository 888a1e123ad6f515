package io.github.lockstarter.store.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.StatefulRedisConnectionImpl;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.StatefulRedisClusterConnectionImpl;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Which node of a Cluster serves which slot, as the application's client and our
 * connection know it. By default Lettuce asks once and never again, so the nodes are
 * asked when that turns out to be outdated.
 */
final class Topology {

	private static final Log logger = LogFactory.getLog(Topology.class);

	private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final Supplier<? extends AbstractRedisClient> clients;

	private final Supplier<? extends @Nullable StatefulConnection<String, String>> commands;

	private final SessionTimer timer;

	private final Listener listener;

	private final LostNodes lostNodes = new LostNodes();

	private final ReentrantLock mutex = new ReentrantLock();

	private volatile boolean cluster;

	private CompletableFuture<Void> refreshed = CompletableFuture.completedFuture(null);

	private long refreshedAt = System.nanoTime() - PAUSE_NANOS;

	private boolean closed;

	private volatile boolean everyNode;

	private volatile CompletableFuture<Void> seeded = CompletableFuture.completedFuture(null);

	private volatile @Nullable RedisClusterClient watched;

	/**
	 * Create it without asking.
	 * @param commands gives the connection for commands if it is open
	 */
	Topology(Supplier<? extends AbstractRedisClient> clients,
			Supplier<? extends @Nullable StatefulConnection<String, String>> commands, SessionTimer timer,
			Listener listener) {
		this.clients = clients;
		this.commands = commands;
		this.timer = timer;
		this.listener = listener;
	}

	boolean isCluster() {
		try {
			this.cluster = this.clients.get() instanceof RedisClusterClient;
		}
		catch (RuntimeException ex) {
			logger.debug("There is no Redis client at the moment", ex);
		}
		return this.cluster;
	}

	/**
	 * Ask the Cluster again, but not too often.
	 * @return completes when that is done, or after a second
	 */
	CompletionStage<Void> refresh() {
		if (!isCluster()) {
			return CompletableFuture.completedFuture(null);
		}
		this.mutex.lock();
		try {
			if (!this.closed && this.refreshed.isDone()) {
				long now = System.nanoTime();
				long pause = Math.max(this.refreshedAt + PAUSE_NANOS - now, 0);
				CompletableFuture<Void> begun = new CompletableFuture<>();
				this.refreshed = begun;
				this.refreshedAt = now + pause;
				this.timer.in(pause, () -> ask(begun));
				this.timer.in(pause + LIMIT_NANOS, () -> begun.complete(null));
			}
			return this.refreshed;
		}
		finally {
			this.mutex.unlock();
		}
	}

	private void ask(CompletableFuture<Void> begun) {
		if (!(this.clients.get() instanceof RedisClusterClient client)) {
			begun.complete(null);
		}
		else if (this.commands.get() instanceof StatefulRedisClusterConnectionImpl<String, String> connection) {
			ask(client, connection, begun);
		}
		else {
			askSeeds(client).whenComplete((nothing, failure) -> begun.complete(null));
		}
	}

	private void ask(RedisClusterClient client, StatefulRedisClusterConnectionImpl<String, String> connection,
			CompletableFuture<Void> begun) {
		boolean all = this.everyNode;
		List<RedisClusterNode> nodes = connection.getPartitions()
			.stream()
			.filter((node) -> all || !node.hasNoSlots())
			.toList();
		ClusterClientOptions options = (ClusterClientOptions) client.getOptions();
		TopologyInquiry inquiry = new TopologyInquiry(connection, options.getNodeFilter(), (view) -> {
			this.listener.answered();
			apply(view, client, connection);
			begun.complete(null);
		});
		begun.whenComplete((nothing, failure) -> this.everyNode = !inquiry.isAnswered());
		inquiry.ask(nodes, this.timer);
	}

	private void apply(ClusterView view, RedisClusterClient client,
			StatefulRedisClusterConnectionImpl<String, String> connection) {
		Partitions usable = view.usable();
		boolean changed = !ClusterView.isSame(usable, connection.getPartitions());
		client.getPartitions().reload(view.nodes());
		if (changed) {
			connection.setPartitions(usable);
			this.listener.changed();
		}
	}

	/** Only the client knows the addresses that the application has configured. */
	private CompletableFuture<Void> askSeeds(RedisClusterClient client) {
		if (this.seeded.isDone()) {
			this.seeded = client.refreshPartitionsAsync().exceptionally((failure) -> {
				logger.debug("The topology of the Redis Cluster could not be asked for", failure);
				return null;
			}).toCompletableFuture();
		}
		return this.seeded;
	}

	/**
	 * Notice when a connection to a node is lost.
	 */
	void watch(RedisClusterClient client) {
		client.addListener(this.lostNodes);
		this.watched = client;
	}

	/**
	 * Ask no more, and let nobody wait.
	 */
	void close() {
		this.mutex.lock();
		try {
			this.closed = true;
			this.refreshed.complete(null);
		}
		finally {
			this.mutex.unlock();
		}
		RedisClusterClient known = this.watched;
		if (known != null) {
			known.removeListener(this.lostNodes);
		}
	}

	/**
	 * To be told what is found out.
	 */
	interface Listener {

		/** Some node has answered. */
		void answered();

		/** Commands that have not been answered yet may have gone to the wrong node. */
		void changed();

	}

	/**
	 * Lettuce keeps the commands for a node that is gone until it is back. Their
	 * connection is known by its codec: each of ours has its own.
	 */
	private final class LostNodes implements RedisConnectionStateListener {

		@Override
		public void onRedisDisconnected(RedisChannelHandler<?, ?> lost) {
			StatefulConnection<String, String> known = Topology.this.commands.get();
			if (known instanceof StatefulRedisClusterConnectionImpl<String, String> connection
					&& lost instanceof StatefulRedisConnectionImpl<?, ?> node
					&& node.getCodec() == connection.getCodec()) {
				refresh();
			}
		}

	}

}
