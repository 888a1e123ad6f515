package io.github.lockstarter.store.redis.cluster;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.github.lockstarter.containment.Contained;
import io.github.lockstarter.store.redis.connection.ConnectionAttempts;
import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.StatefulRedisConnectionImpl;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.StatefulRedisClusterConnectionImpl;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The nodes of a Cluster and their slots, as the application's client and our connection
 * know them. By default, Lettuce asks once and never again, so the nodes are asked again
 * when this turns out to be outdated.
 */
public final class Topology {

	private static final Logger logger = LoggerFactory.getLogger(Topology.class);

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

	private volatile @Nullable NodeConnections nodes;

	/** The number of begun inquiries; used only on the timer's thread, as the next. */
	private long inquiries;

	/** The number of the inquiry whose answer is believed. */
	private long applied;

	private @Nullable RedisClusterClient watched;

	/**
	 * Create this without a request.
	 * @param commands supplies the connection for commands if it is open
	 */
	public Topology(Supplier<? extends AbstractRedisClient> clients,
			Supplier<? extends @Nullable StatefulConnection<String, String>> commands, SessionTimer timer,
			Listener listener) {
		this.clients = clients;
		this.commands = commands;
		this.timer = timer;
		this.listener = listener;
	}

	/**
	 * Whether the current client is one of a Cluster.
	 */
	public boolean isCluster() {
		client();
		return this.cluster;
	}

	private @Nullable RedisClusterClient client() {
		try {
			RedisClusterClient known = (this.clients.get() instanceof RedisClusterClient client) ? client : null;
			this.cluster = (known != null);
			return known;
		}
		catch (RuntimeException ex) {
			Contained.run("A message", () -> logger.debug("There is no Redis client at the moment", ex));
			return null;
		}
	}

	/**
	 * Ask the Cluster again, but not too often.
	 * @return a stage that completes when that is done, or after a second
	 */
	public CompletionStage<Void> refresh() {
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
		RedisClusterClient client = client();
		NodeConnections nodes = nodes();
		if (client == null || nodes == null) {
			begun.complete(null);
			return;
		}
		boolean all = this.everyNode;
		long number = ++this.inquiries;
		ClusterClientOptions options = (ClusterClientOptions) client.getOptions();
		TopologyInquiry inquiry = new TopologyInquiry(nodes, this.timer, options.getNodeFilter(), (view) -> {
			this.listener.answered();
			apply(view, number, client, nodes.connection());
			begun.complete(null);
		});
		begun.whenComplete((nothing, failure) -> this.everyNode = !inquiry.isAnswered());
		inquiry.ask(nodes.known().stream().filter((node) -> all || ServedSlots.any(node)).toList());
	}

	/**
	 * The connection to a node, or the attempt to open it, which is given up as soon as
	 * one for commands would be.
	 * @param connection the one to the Cluster
	 */
	public CompletableFuture<StatefulRedisConnection<String, String>> to(
			StatefulRedisClusterConnection<String, String> connection, RedisClusterNode node) {
		NodeConnections known = nodes();
		return (known != null && known.connection() == connection) ? known.get(node)
				: NodeConnections.to(connection, node);
	}

	/** The connections behind the current one. */
	private @Nullable NodeConnections nodes() {
		RedisClusterClient client = client();
		if (client == null
				|| !(this.commands.get() instanceof StatefulRedisClusterConnectionImpl<String, String> opened)) {
			return null;
		}
		NodeConnections last = this.nodes;
		if (last == null || last.connection() != opened) {
			last = new NodeConnections(opened, (ClusterClientOptions) client.getOptions(), this.timer, this.listener);
			this.nodes = last;
		}
		return last;
	}

	/** A late answer may be older than a later request. */
	private void apply(ClusterView view, long number, RedisClusterClient client,
			StatefulRedisClusterConnectionImpl<String, String> connection) {
		if (number < this.applied) {
			return;
		}
		this.applied = number;
		Partitions usable = view.usable();
		boolean changed = !ClusterView.isSame(usable, connection.getPartitions());
		client.getPartitions().reload(view.nodes());
		if (changed) {
			this.listener.repeated();
			connection.setPartitions(usable);
			this.listener.changed();
		}
	}

	/**
	 * Notice when a connection to a node is lost.
	 */
	public void watch(RedisClusterClient client) {
		this.mutex.lock();
		try {
			if (!this.closed && this.watched != client) {
				client.addListener(this.lostNodes);
				this.watched = client;
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Note that a connection was established, perhaps to a node.
	 */
	public void arrived(StatefulRedisConnectionImpl<?, ?> opened) {
		NodeConnections known = find(opened);
		if (known != null) {
			known.arrived(opened);
		}
	}

	private @Nullable NodeConnections find(RedisChannelHandler<?, ?> connection) {
		NodeConnections known = nodes();
		return (known != null && ConnectionAttempts.isPart(connection, known.connection())) ? known : null;
	}

	/**
	 * Send no more requests, and release all callers that wait.
	 */
	public void close() {
		this.mutex.lock();
		try {
			this.closed = true;
			this.refreshed.complete(null);
			if (this.watched != null) {
				this.watched.removeListener(this.lostNodes);
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Receives changes of the topology.
	 */
	public interface Listener {

		/** Some node has answered. */
		void answered();

		/**
		 * Commands that have not been answered yet may be sent again, by Lettuce, as the
		 * connection to a node is lost or will be closed.
		 */
		void repeated();

		/** Commands that have not been answered yet may have gone to the wrong node. */
		void changed();

	}

	/**
	 * Lettuce keeps the commands for a missing node until it is back.
	 */
	private final class LostNodes implements RedisConnectionStateListener {

		@Override
		public void onRedisDisconnected(RedisChannelHandler<?, ?> lost) {
			// while the whole connection is being lost, ours can't be distinguished
			Topology.this.listener.repeated();
			if (find(lost) != null) {
				refresh();
			}
		}

	}

}
