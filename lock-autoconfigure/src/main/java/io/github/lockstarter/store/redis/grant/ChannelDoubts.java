package io.github.lockstarter.store.redis.grant;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.github.lockstarter.store.redis.grant.Subscription.Way;
import io.github.lockstarter.store.redis.command.Connections;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;

/**
 * The channels on which a grant was lost, until anything arrives on them. A message to
 * ourselves shows whether they work; if it is lost as well, the subscription is replaced,
 * the next time after twice as long.
 */
final class ChannelDoubts {

	static final String PROBE = "probe";

	private static final long FIRST_LIMIT = TimeUnit.SECONDS.toNanos(1);

	private static final long LAST_LIMIT = TimeUnit.MINUTES.toNanos(1);

	private final Connections connections;

	private final Consumer<Subscription> whenLost;

	/** With the time that the next message to ourselves may take, in nanoseconds. */
	private final Map<String, Long> limits = new ConcurrentHashMap<>();

	/**
	 * Create this without a doubted channel.
	 * @param whenLost replaces a subscription on which a message was lost
	 */
	ChannelDoubts(Connections connections, Consumer<Subscription> whenLost) {
		this.connections = connections;
		this.whenLost = whenLost;
	}

	/**
	 * Doubt a channel.
	 * @return whether it was not doubted before
	 */
	boolean add(String channel) {
		return this.limits.putIfAbsent(channel, FIRST_LIMIT) == null;
	}

	/**
	 * Note that something has arrived on a channel.
	 */
	void remove(String channel) {
		if (!this.limits.isEmpty()) {
			this.limits.remove(channel);
		}
	}

	/**
	 * Send a message to ourselves if the channel is doubted. If Redis does not accept it,
	 * the doubt remains until a grant arrives.
	 */
	void probe(Subscription subscription) {
		Long limit = this.limits.get(subscription.channel());
		if (limit != null) {
			this.connections.commands().thenAccept((connection) -> probe(subscription, connection, limit));
		}
	}

	private void probe(Subscription subscription, StatefulConnection<String, String> connection, long limit) {
		this.connections.inFlight().follow(connection, send(subscription, connection), (receivers, failure) -> {
			if (failure == null) {
				this.connections.timer().in(limit, () -> look(subscription, limit));
			}
		});
	}

	/**
	 * Send a message to ourselves, which the receiver ignores.
	 */
	static RedisFuture<Long> send(Subscription subscription, StatefulConnection<String, String> connection) {
		RedisClusterAsyncCommands<String, String> commands = Connections.async(connection);
		return (subscription.way() == Way.SHARDED) ? commands.spublish(subscription.channel(), PROBE)
				: commands.publish(subscription.channel(), PROBE);
	}

	private void look(Subscription subscription, long limit) {
		long next = Math.min(2 * limit, LAST_LIMIT);
		if (this.limits.replace(subscription.channel(), limit, next)) {
			this.whenLost.accept(subscription);
		}
	}

}
