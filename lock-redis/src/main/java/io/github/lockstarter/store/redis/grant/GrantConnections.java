package io.github.lockstarter.store.redis.grant;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.containment.StackProbe;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Kind;
import io.github.lockstarter.store.redis.cluster.ClusterDiscovery;
import io.github.lockstarter.store.redis.cluster.KeySlot;
import io.github.lockstarter.store.redis.cluster.NodeAttempts;
import io.github.lockstarter.store.redis.command.Connections;
import io.github.lockstarter.store.redis.connection.ConnectionHolder;
import io.github.lockstarter.store.redis.connection.Failures;
import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.github.lockstarter.store.redis.sentinel.SentinelWatch;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StatefulRedisConnectionImpl;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.cluster.pubsub.StatefulRedisClusterPubSubConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.RedisPubSubListener;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;

/**
 * The connections for grants: one, or in a Cluster one to each primary that has a channel
 * of ours, besides the one that leads to them. When one is lost, all are closed, and
 * opened again at the next request. Lettuce would subscribe again by itself, but in a
 * Cluster it asks for the channels of all slots at once, which Redis refuses.
 */
final class GrantConnections {

	private static final long LONGEST_SILENCE = TimeUnit.SECONDS.toNanos(2);

	private final SessionTimer timer;

	private final SentinelWatch sentinels;

	private final GrantReceiver receiver;

	private final ConnectionHolder<StatefulRedisPubSubConnection<String, String>> main;

	private final Set<StatefulRedisPubSubConnection<String, String>> used = ConcurrentHashMap.newKeySet();

	private final ClusterDiscovery discovery = new ClusterDiscovery();

	private final NodeAttempts attempts;

	/** The same for all attempts, so that those beside each other are known. */
	private final Runnable leave = this::leavePrimary;

	GrantConnections(Connections connections, GrantReceiver receiver) {
		this.timer = connections.timer();
		this.attempts = new NodeAttempts(this.timer, this.used::contains);
		this.sentinels = connections.sentinels();
		this.receiver = receiver;
		this.main = connections.other(this::connect, this::arrived);
		connections.eachBeat(() -> this.used.forEach(this::closeIfSilent));
	}

	private StatefulRedisPubSubConnection<String, String> connect(AbstractRedisClient client, StringCodec codec) {
		if (client instanceof RedisClusterClient cluster) {
			return this.discovery.connect(cluster, (known) -> known.connectPubSubAsync(codec));
		}
		RedisClient single = (RedisClient) client;
		return this.sentinels.connect(single, this.leave,
				(primary) -> (primary != null) ? single.connectPubSub(codec, primary) : single.connectPubSub(codec));
	}

	/**
	 * The connection to the server that a channel belongs to.
	 */
	CompletionStage<StatefulRedisPubSubConnection<String, String>> get(String channel) {
		StackProbe.check();
		return this.main.get()
			.thenCompose((connection) -> node(connection, channel).thenApply((node) -> used(node, connection)));
	}

	private CompletionStage<StatefulRedisPubSubConnection<String, String>> node(
			StatefulRedisPubSubConnection<String, String> connection, String channel) {
		return (connection instanceof StatefulRedisClusterPubSubConnection<String, String> cluster)
				? node(cluster, channel) : CompletableFuture.completedStage(connection);
	}

	private CompletionStage<StatefulRedisPubSubConnection<String, String>> node(
			StatefulRedisClusterPubSubConnection<String, String> cluster, String channel) {
		int slot = KeySlot.of(channel);
		RedisClusterNode primary = cluster.getPartitions().getMasterBySlot(slot);
		if (primary == null) {
			throw new StoreException("no node of the Redis Cluster serves slot " + slot, true, null);
		}
		RedisURI address = primary.getUri();
		return this.attempts.limit(cluster.getConnectionAsync(address.getHost(), address.getPort()));
	}

	private void arrived(StatefulRedisConnectionImpl<?, ?> opened) {
		if (!(opened instanceof StatefulRedisClusterPubSubConnection)) {
			this.attempts.arrived(opened);
		}
	}

	private StatefulRedisPubSubConnection<String, String> used(StatefulRedisPubSubConnection<String, String> connection,
			StatefulRedisPubSubConnection<String, String> parent) {
		if (this.used.add(connection)) {
			Reporter reporter = new Reporter(connection, parent);
			connection.addListener((RedisPubSubListener<String, String>) reporter);
			connection.addListener((RedisConnectionStateListener) reporter);
		}
		return connection;
	}

	/**
	 * Whether a connection is in use and, as far as is known, not lost.
	 */
	boolean isCurrent(StatefulRedisPubSubConnection<String, String> connection) {
		return connection.isOpen() && this.main.isUsable();
	}

	private void closeIfSilent(StatefulRedisPubSubConnection<String, String> connection) {
		this.timer.limited(connection.async().ping(), LONGEST_SILENCE, "no reply on the connection for grants")
			.whenComplete((pong, failure) -> {
				if (failure != null && !Failures.isAnswer(failure)) {
					ConnectionHolder.close(connection);
				}
			});
	}

	/**
	 * Close the connections that are open, so that the next requests get new ones.
	 */
	void closeOpened() {
		this.main.closeOpened();
	}

	private void leavePrimary() {
		this.main.leave(new StoreException("another server has become the primary", true, Kind.CONNECTION, null));
	}

	CompletableFuture<Void> close() {
		return this.main.close();
	}

	private final class Reporter extends RedisPubSubAdapter<String, String> implements RedisConnectionStateListener {

		private final StatefulRedisPubSubConnection<String, String> connection;

		private final StatefulRedisPubSubConnection<String, String> parent;

		Reporter(StatefulRedisPubSubConnection<String, String> connection,
				StatefulRedisPubSubConnection<String, String> parent) {
			this.connection = connection;
			this.parent = parent;
		}

		@Override
		public void message(String channel, String message) {
			GrantConnections.this.receiver.received(this.connection, channel, message);
		}

		@Override
		public void smessage(String channel, String message) {
			message(channel, message);
		}

		@Override
		public void subscribed(String channel, long count) {
			GrantConnections.this.receiver.subscribed(this.connection, channel);
		}

		@Override
		public void ssubscribed(String channel, long count) {
			subscribed(channel, count);
		}

		@Override
		public void unsubscribed(String channel, long count) {
			GrantConnections.this.receiver.unsubscribed(this.connection, channel);
		}

		@Override
		public void sunsubscribed(String channel, long count) {
			unsubscribed(channel, count);
		}

		@Override
		public void onRedisDisconnected(RedisChannelHandler<?, ?> handler) {
			GrantConnections.this.used.remove(this.connection);
			ConnectionHolder.close(this.connection);
			ConnectionHolder.close(this.parent);
			GrantConnections.this.receiver.lost(this.connection);
		}

	}

}
