package io.github.lockstarter.store.redis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.github.lockstarter.store.StoreException;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.RedisPubSubListener;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.jspecify.annotations.Nullable;

/**
 * The connections for grants: one, or in a Cluster one to each primary that has a channel
 * of ours. Those are opened here and not by Lettuce's cluster connection, which
 * subscribes again by itself after a loss, and fails if channels of several slots are
 * affected. A connection that was lost is closed and reported, and opened anew when it is
 * asked for.
 */
final class GrantConnections {

	private static final String ONLY_NODE = "";

	private final Supplier<? extends AbstractRedisClient> clients;

	private final GrantReceiver receiver;

	private final ReentrantLock mutex = new ReentrantLock();

	private final Map<String, ConnectionHolder<StatefulRedisPubSubConnection<String, String>>> nodes = new HashMap<>();

	private volatile @Nullable AbstractRedisClient client;

	/** Connects to single nodes of a Cluster. */
	private @Nullable RedisClient nodeClient;

	private boolean closed;

	GrantConnections(Supplier<? extends AbstractRedisClient> clients, GrantReceiver receiver) {
		this.clients = clients;
		this.receiver = receiver;
	}

	/**
	 * The connection to the server that a channel belongs to. In a Cluster, its topology
	 * has to be known.
	 */
	CompletableFuture<StatefulRedisPubSubConnection<String, String>> get(String channel) {
		this.mutex.lock();
		try {
			AbstractRedisClient current = this.clients.get();
			if (this.client != current) {
				closeAll();
				this.client = current;
			}
			if (this.closed) {
				return CompletableFuture.failedFuture(new StoreException("the lock client is closed", false, null));
			}
			return this.nodes
				.computeIfAbsent(node(current, channel),
						(node) -> new ConnectionHolder<>(() -> current, (client) -> open(client, node)))
				.get();
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(ex);
		}
		finally {
			this.mutex.unlock();
		}
	}

	private static String node(AbstractRedisClient client, String channel) {
		if (!(client instanceof RedisClusterClient cluster)) {
			return ONLY_NODE;
		}
		int slot = SlotHash.getSlot(channel);
		RedisClusterNode primary = cluster.getPartitions().getMasterBySlot(slot);
		if (primary == null) {
			throw new StoreException("no node of the Redis Cluster serves slot " + slot, true, null);
		}
		return primary.getNodeId();
	}

	private StatefulRedisPubSubConnection<String, String> open(AbstractRedisClient client, String node) {
		StatefulRedisPubSubConnection<String, String> connection;
		if (client instanceof RedisClusterClient cluster) {
			connection = nodeClient(cluster).connectPubSub(StringCodec.UTF8,
					cluster.getPartitions().getPartitionByNodeId(node).getUri());
		}
		else {
			connection = ((RedisClient) client).connectPubSub(StringCodec.UTF8);
		}
		Reporter reporter = new Reporter(connection);
		connection.addListener((RedisPubSubListener<String, String>) reporter);
		connection.addListener((RedisConnectionStateListener) reporter);
		return connection;
	}

	private RedisClient nodeClient(RedisClusterClient cluster) {
		this.mutex.lock();
		try {
			if (this.closed || this.client != cluster) {
				throw new StoreException("the connection to Redis was closed", true, null);
			}
			RedisClient direct = this.nodeClient;
			if (direct == null) {
				direct = RedisClient.create(cluster.getResources());
				direct.setOptions(cluster.getOptions());
				this.nodeClient = direct;
			}
			return direct;
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Whether a connection is in use and, as far as is known, not lost.
	 */
	boolean isCurrent(StatefulRedisPubSubConnection<String, String> connection) {
		try {
			return connection.isOpen() && this.client == this.clients.get();
		}
		catch (RuntimeException ex) {
			return false;
		}
	}

	CompletableFuture<Void> close() {
		this.mutex.lock();
		try {
			this.closed = true;
			return closeAll();
		}
		finally {
			this.mutex.unlock();
		}
	}

	private CompletableFuture<Void> closeAll() {
		List<CompletableFuture<Void>> closing = new ArrayList<>();
		this.nodes.values().forEach((node) -> closing.add(node.close()));
		this.nodes.clear();
		CompletableFuture<Void> done = CompletableFuture.allOf(closing.toArray(CompletableFuture<?>[]::new));
		RedisClient direct = this.nodeClient;
		this.nodeClient = null;
		return (direct != null) ? done.thenCompose((nothing) -> direct.shutdownAsync()) : done;
	}

	private final class Reporter extends RedisPubSubAdapter<String, String> implements RedisConnectionStateListener {

		private final StatefulRedisPubSubConnection<String, String> connection;

		Reporter(StatefulRedisPubSubConnection<String, String> connection) {
			this.connection = connection;
		}

		@Override
		public void message(String channel, String message) {
			GrantConnections.this.receiver.received(channel, message);
		}

		@Override
		public void subscribed(String channel, long count) {
			GrantConnections.this.receiver.subscribed(this.connection, channel);
		}

		@Override
		public void unsubscribed(String channel, long count) {
			GrantConnections.this.receiver.unsubscribed(this.connection, channel);
		}

		@Override
		public void smessage(String channel, String message) {
			message(channel, message);
		}

		@Override
		public void ssubscribed(String channel, long count) {
			subscribed(channel, count);
		}

		@Override
		public void sunsubscribed(String channel, long count) {
			unsubscribed(channel, count);
		}

		@Override
		public void onRedisDisconnected(RedisChannelHandler<?, ?> handler) {
			ConnectionHolder.close(this.connection);
			GrantConnections.this.receiver.lost(this.connection);
		}

	}

}
