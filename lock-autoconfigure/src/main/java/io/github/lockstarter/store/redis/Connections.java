package io.github.lockstarter.store.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * One connection for commands and one for grants, on the client that the application has
 * at the moment. They are opened anew when they are lost, or when the application has
 * replaced its client. They are our own, so that commands go to the primary whatever the
 * application reads from.
 */
final class Connections {

	private static final Log logger = LogFactory.getLog(Connections.class);

	private final Supplier<? extends AbstractRedisClient> clients;

	private final ConnectionSlot<StatefulConnection<String, String>> commands;

	private final ConnectionSlot<StatefulRedisPubSubConnection<String, String>> grants;

	Connections(Supplier<? extends AbstractRedisClient> clients) {
		this.clients = clients;
		this.commands = new ConnectionSlot<>(clients, Connections::connect);
		this.grants = new ConnectionSlot<>(clients, Connections::connectPubSub);
	}

	CompletionStage<RedisClusterAsyncCommands<String, String>> commands() {
		return this.commands.get().thenApply(Connections::async);
	}

	CompletionStage<StatefulRedisPubSubConnection<String, String>> grants() {
		return this.grants.get();
	}

	boolean isCluster() {
		return this.clients.get() instanceof RedisClusterClient;
	}

	boolean isCurrent(@Nullable StatefulRedisPubSubConnection<String, String> connection) {
		return this.grants.isCurrent(connection);
	}

	void warmUp() {
		this.commands.get().whenComplete((connection, failure) -> {
			if (failure != null) {
				logger.debug("Redis could not be reached in advance; locks will try again when they need it", failure);
			}
		});
	}

	void close() {
		CompletableFuture<Void> closed = CompletableFuture.allOf(this.commands.close(), this.grants.close());
		try {
			closed.get(2, TimeUnit.SECONDS);
		}
		catch (ExecutionException | TimeoutException ex) {
			logger.debug("The connections were not closed in an orderly way", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private static StatefulConnection<String, String> connect(AbstractRedisClient client) {
		if (client instanceof RedisClusterClient cluster) {
			return cluster.connect(StringCodec.UTF8);
		}
		StatefulRedisConnection<String, String> connection = ((RedisClient) client).connect(StringCodec.UTF8);
		connection.addListener(new CloseWhenLost(connection));
		return connection;
	}

	private static StatefulRedisPubSubConnection<String, String> connectPubSub(AbstractRedisClient client) {
		return (client instanceof RedisClusterClient cluster) ? cluster.connectPubSub(StringCodec.UTF8)
				: ((RedisClient) client).connectPubSub(StringCodec.UTF8);
	}

	private static RedisClusterAsyncCommands<String, String> async(StatefulConnection<String, String> connection) {
		return (connection instanceof StatefulRedisClusterConnection<String, String> cluster) ? cluster.async()
				: ((StatefulRedisConnection<String, String>) connection).async();
	}

	/**
	 * Ends a lost connection, so that its commands fail at once and are repeated on a new
	 * one. Otherwise they would wait for Lettuce to reconnect, and callers would be told
	 * of silence, not of its cause.
	 */
	private record CloseWhenLost(StatefulConnection<?, ?> connection) implements RedisConnectionStateListener {

		@Override
		public void onRedisDisconnected(RedisChannelHandler<?, ?> lost) {
			ConnectionSlot.close(this.connection);
		}

	}

}
