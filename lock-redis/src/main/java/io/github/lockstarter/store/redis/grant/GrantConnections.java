package io.github.lockstarter.store.redis.grant;

import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.containment.StackProbe;
import io.github.lockstarter.store.redis.command.Connections;
import io.github.lockstarter.store.redis.command.ServerMap;
import io.github.lockstarter.store.redis.connection.ConnectionHolder;
import io.github.lockstarter.store.redis.connection.RedisErrors;
import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.RedisPubSubListener;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;

/**
 * The connections for grants: one, or in a Cluster one to each primary that has a channel
 * of ours. One that is lost is opened again at the next request. Lettuce would subscribe
 * again by itself, but in a Cluster it asks for the channels of all slots at once, which
 * Redis refuses.
 */
final class GrantConnections {

	private static final long LONGEST_SILENCE = TimeUnit.SECONDS.toNanos(2);

	private final SessionTimer timer;

	private final GrantReceiver receiver;

	private final ServerMap<ConnectionHolder<StatefulRedisPubSubConnection<String, String>>> servers;

	private final Map<StatefulRedisPubSubConnection<String, String>, ConnectionHolder<?>> used = new ConcurrentHashMap<>();

	GrantConnections(Connections connections, GrantReceiver receiver) {
		this.timer = connections.timer();
		this.receiver = receiver;
		this.servers = connections.others((client, address) -> client.connectPubSubAsync(StringCodec.UTF8, address),
				(holder) -> false);
		connections.eachBeat(() -> this.used.keySet().forEach(this::closeIfSilent));
	}

	/**
	 * The connection to the server that a channel belongs to.
	 */
	CompletionStage<StatefulRedisPubSubConnection<String, String>> get(String channel) {
		StackProbe.check();
		return this.servers.of(channel)
			.thenCompose((holder) -> holder.get().thenApply((connection) -> used(connection, holder)));
	}

	private StatefulRedisPubSubConnection<String, String> used(StatefulRedisPubSubConnection<String, String> connection,
			ConnectionHolder<?> holder) {
		if (this.used.putIfAbsent(connection, holder) == null) {
			Reporter reporter = new Reporter(connection);
			connection.addListener((RedisPubSubListener<String, String>) reporter);
			connection.addListener((RedisConnectionStateListener) reporter);
			if (ConnectionHolder.isClosed(connection)) {
				// it was lost before it could say so
				this.used.remove(connection);
			}
		}
		return connection;
	}

	/**
	 * Whether a connection is in use and, as far as is known, not lost.
	 */
	boolean isCurrent(StatefulRedisPubSubConnection<String, String> connection) {
		ConnectionHolder<?> holder = this.used.get(connection);
		return holder != null && connection.isOpen() && holder.isUsable();
	}

	private void closeIfSilent(StatefulRedisPubSubConnection<String, String> connection) {
		this.timer.limited(connection.async().ping(), LONGEST_SILENCE, "no reply on the connection for grants")
			.whenComplete((pong, failure) -> {
				if (failure != null && !RedisErrors.isAnswer(failure)) {
					ConnectionHolder.close(connection);
				}
			});
	}

	private final class Reporter extends RedisPubSubAdapter<String, String> implements RedisConnectionStateListener {

		private final StatefulRedisPubSubConnection<String, String> connection;

		Reporter(StatefulRedisPubSubConnection<String, String> connection) {
			this.connection = connection;
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
			GrantConnections.this.receiver.lost(this.connection);
		}

	}

}
