package io.github.lockstarter.store.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;

import io.github.lockstarter.store.Grant;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.StoreClock;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * The channel on which grants to this instance arrive, subscribed when it is first
 * waited. Pub/sub ignores the database number; the instance in the channel's name tells
 * databases apart, since each instance uses one.
 */
final class GrantChannel extends RedisPubSubAdapter<String, String> {

	private static final Log logger = LogFactory.getLog(GrantChannel.class);

	private final Connections connections;

	private final String keyPrefix;

	private final String channel;

	private final GrantListener listener;

	private final ReentrantLock mutex = new ReentrantLock();

	private volatile @Nullable StatefulRedisPubSubConnection<String, String> connection;

	private volatile CompletableFuture<Void> subscription = new CompletableFuture<>();

	GrantChannel(Connections connections, String keyPrefix, String instance, GrantListener listener) {
		this.connections = connections;
		this.keyPrefix = keyPrefix;
		this.channel = prefix(keyPrefix) + instance;
		this.listener = listener;
	}

	static String prefix(String keyPrefix) {
		return keyPrefix + "grants:";
	}

	/**
	 * How a waiter hears of its grant, as {@code record.lua} says it.
	 */
	String way() {
		if (!isListening()) {
			return "d";
		}
		return this.connections.isCluster() ? "b" : "n";
	}

	boolean isListening() {
		return this.subscription.isDone() && !this.subscription.isCompletedExceptionally()
				&& this.connections.isCurrent(this.connection);
	}

	CompletionStage<Void> listen() {
		return this.connections.grants().thenCompose(this::subscribe);
	}

	private CompletionStage<Void> subscribe(StatefulRedisPubSubConnection<String, String> current) {
		this.mutex.lock();
		try {
			if (this.connection != current || this.subscription.isCompletedExceptionally()) {
				if (this.connection != current) {
					current.addListener(this);
				}
				this.connection = current;
				this.subscription = current.async().subscribe(this.channel).toCompletableFuture();
			}
			return this.subscription;
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Also called when Lettuce has subscribed again after a lost connection, the only
	 * sign of grants that may have been missed.
	 */
	@Override
	public void subscribed(String subscribed, long count) {
		this.listener.interrupted();
	}

	@Override
	public void message(String from, String message) {
		try {
			this.listener.granted(parse(message));
		}
		catch (RuntimeException ex) {
			logger.warn("Ignored a message on channel '" + from + "' that is not a grant: '" + message + "'", ex);
		}
	}

	private Grant parse(String message) {
		String[] parts = message.split(" ", 6);
		return new Grant(parts[5].substring(this.keyPrefix.length()), Long.parseLong(parts[0]),
				Long.parseLong(parts[1]), Long.parseLong(parts[2]), new StoreClock(Long.parseLong(parts[3]), parts[4]));
	}

	void close() {
		this.mutex.lock();
		try {
			StatefulRedisPubSubConnection<String, String> current = this.connection;
			if (current != null) {
				current.removeListener(this);
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

}
