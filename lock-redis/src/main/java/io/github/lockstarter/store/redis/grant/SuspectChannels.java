package io.github.lockstarter.store.redis.grant;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

import io.github.lockstarter.store.redis.command.Connections;
import io.github.lockstarter.store.redis.grant.Subscription.Way;

/**
 * The channels on which a grant was missed, until anything arrives on them: perhaps it
 * was sent and did not arrive. A message to ourselves shows whether they work; if it is
 * lost as well, the subscription is replaced, the next time after twice as long.
 */
final class SuspectChannels {

	static final String PROBE = "probe";

	private static final long FIRST_LIMIT = TimeUnit.SECONDS.toNanos(1);

	private static final long LAST_LIMIT = TimeUnit.MINUTES.toNanos(1);

	private final Connections connections;

	private final Predicate<Subscription> isCurrent;

	private final Consumer<Subscription> whenLost;

	private final Map<String, Doubt> doubts = new ConcurrentHashMap<>();

	/**
	 * Create this without a doubted channel.
	 * @param isCurrent whether a subscription has no successor
	 * @param whenLost replaces a subscription on which a message was lost
	 */
	SuspectChannels(Connections connections, Predicate<Subscription> isCurrent, Consumer<Subscription> whenLost) {
		this.connections = connections;
		this.isCurrent = isCurrent;
		this.whenLost = whenLost;
	}

	/**
	 * Doubt a channel.
	 * @return whether it was not doubted before
	 */
	boolean add(String channel) {
		return this.doubts.putIfAbsent(channel, new Doubt(FIRST_LIMIT)) == null;
	}

	/**
	 * Note that something has arrived on a channel.
	 */
	void remove(String channel) {
		if (!this.doubts.isEmpty()) {
			this.doubts.remove(channel);
		}
	}

	/**
	 * Send a message to ourselves if the channel is doubted. If Redis does not accept it,
	 * there is no doubt until another grant fails to arrive.
	 */
	void probe(Subscription subscription) {
		Doubt doubt = this.doubts.get(subscription.channel());
		if (doubt != null) {
			send(this.connections, subscription).whenComplete((receivers, failure) -> {
				if (failure == null) {
					this.connections.timer().in(doubt.nanos, () -> look(subscription, doubt));
				}
				else {
					this.doubts.remove(subscription.channel(), doubt);
				}
			});
		}
	}

	/**
	 * Send a message to ourselves, which the receiver ignores.
	 */
	static CompletableFuture<Long> send(Connections connections, Subscription subscription) {
		String channel = subscription.channel();
		return connections.server(channel)
			.thenCompose((server) -> server.ask((commands) -> (subscription.way() == Way.SHARDED)
					? commands.spublish(channel, PROBE) : commands.publish(channel, PROBE)));
	}

	private void look(Subscription subscription, Doubt doubt) {
		Doubt next = new Doubt(Math.min(2 * doubt.nanos, LAST_LIMIT));
		if (this.isCurrent.test(subscription) && this.doubts.replace(subscription.channel(), doubt, next)) {
			this.whenLost.accept(subscription);
		}
	}

	/**
	 * A doubt, which is equal to none that came before it.
	 */
	private static final class Doubt {

		/** Longest time that the message to ourselves may take. */
		private final long nanos;

		Doubt(long nanos) {
			this.nanos = nanos;
		}

	}

}
