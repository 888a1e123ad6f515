package io.github.lockstarter.store.redis;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

import io.github.lockstarter.store.Grant;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.StoreClock;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.redis.Subscription.Way;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * The channels on which grants to this instance arrive. Each is subscribed when it is
 * first waited for. After a loss the listener is told, whereupon whoever waits asks
 * again, and so subscribes again; nothing is subscribed in advance.
 */
final class GrantChannels implements GrantReceiver {

	private static final Log logger = LogFactory.getLog(GrantChannels.class);

	private final ChannelNames names;

	private final Topology topology;

	private final GrantConnections grants;

	private final GrantListener listener;

	private final Map<String, Subscription> subscriptions = new ConcurrentHashMap<>();

	/** Channels that the server did not know to be subscribed, although they were. */
	private final Set<String> doubted = ConcurrentHashMap.newKeySet();

	private volatile boolean closed;

	GrantChannels(ChannelNames names, Connections connections, GrantListener listener) {
		this.names = names;
		this.topology = connections.topology();
		this.grants = connections.openGrants(this);
		this.listener = listener;
	}

	/**
	 * The subscription by which a grant would be heard of, or {@code null} if none would.
	 */
	@Nullable Subscription current(String record) {
		if (this.subscriptions.isEmpty()) {
			return null;
		}
		Subscription known = this.subscriptions.get(this.names.name(record, this.topology.isCluster()));
		return (known != null && known.isAcknowledged() && this.grants.isCurrent(known.connection())) ? known : null;
	}

	CompletionStage<Void> listen(String record) {
		return subscribe(record).exceptionallyCompose((failure) -> {
			StoreException cause = Failures.translate(failure, record);
			return cause.isPassing() ? this.topology.refresh().thenCompose((nothing) -> subscribe(record))
					: CompletableFuture.failedStage(cause);
		});
	}

	private CompletionStage<Void> subscribe(String record) {
		boolean cluster = this.topology.isCluster();
		String channel = this.names.name(record, cluster);
		return this.grants.get(channel)
			.thenCompose((connection) -> subscribe(channel, connection, cluster ? Way.SHARDED : Way.NORMAL));
	}

	private CompletionStage<Void> subscribe(String channel, StatefulRedisPubSubConnection<String, String> connection,
			Way way) {
		Subscription fresh = new Subscription(channel, connection, way);
		Subscription latest = this.subscriptions.compute(channel,
				(name, known) -> (known != null && known.connection() == connection) ? known : fresh);
		if (latest == fresh) {
			request(fresh);
		}
		if (!connection.isOpen()) {
			drop(latest, lostSubscription());
		}
		return latest.acknowledged();
	}

	private void request(Subscription subscription) {
		boolean sharded = subscription.way() == Way.SHARDED;
		String channel = subscription.channel();
		RedisFuture<Void> request = sharded ? subscription.connection().async().ssubscribe(channel)
				: subscription.connection().async().subscribe(channel);
		request.whenComplete((nothing, failure) -> {
			if (failure != null && sharded && Failures.isUnknownCommand(failure)) {
				subscription.setWay(Way.BROADCAST);
				request(subscription);
			}
			else if (failure != null) {
				drop(subscription, failure);
			}
		});
	}

	private boolean drop(Subscription subscription, Throwable cause) {
		subscription.acknowledged().completeExceptionally(cause);
		return this.subscriptions.remove(subscription.channel(), subscription);
	}

	/**
	 * The server says whether it knows of the subscription by which a waiter hopes to
	 * hear. If not, it may have moved to another server unnoticed; and if it stays
	 * unknown, the server can't tell, as if there were a proxy in between.
	 */
	void confirm(@Nullable Subscription subscription, boolean known) {
		if (subscription == null) {
			return;
		}
		String channel = subscription.channel();
		if (known) {
			this.doubted.remove(channel);
		}
		else if (subscription.way() == Way.NORMAL && !this.doubted.add(channel)) {
			subscription.setWay(Way.BROADCAST);
		}
		else if (drop(subscription, lostSubscription())) {
			if (subscription.way() == Way.NORMAL) {
				ConnectionHolder.close(subscription.connection());
			}
			this.topology.refresh();
		}
	}

	@Override
	public void subscribed(StatefulRedisPubSubConnection<String, String> connection, String channel) {
		Subscription known = this.subscriptions.get(channel);
		if (known != null && known.connection() == connection) {
			known.acknowledged().complete(null);
		}
	}

	@Override
	public void unsubscribed(StatefulRedisPubSubConnection<String, String> connection, String channel) {
		this.topology.refresh();
		lost((known) -> known.connection() == connection && known.channel().equals(channel));
	}

	@Override
	public void lost(StatefulRedisPubSubConnection<String, String> connection) {
		lost((known) -> known.connection() == connection);
	}

	private void lost(Predicate<Subscription> affected) {
		long dropped = this.subscriptions.values()
			.stream()
			.filter(affected)
			.filter((subscription) -> drop(subscription, lostSubscription()))
			.count();
		if (dropped > 0 && !this.closed) {
			this.listener.interrupted();
		}
	}

	private static StoreException lostSubscription() {
		return new StoreException("the subscription was lost", true, null);
	}

	@Override
	public void received(String channel, String message) {
		try {
			tell(message);
		}
		catch (RuntimeException ex) {
			logger.warn(
					"Ignored a message on channel '" + channel + "' that tells nothing of a lock: '" + message + "'",
					ex);
		}
	}

	private void tell(String message) {
		if (message.startsWith("revoked ")) {
			String[] parts = message.split(" ", 3);
			this.listener.revoked(key(parts[2]), Long.parseLong(parts[1]));
			return;
		}
		String[] parts = message.split(" ", 6);
		this.listener.granted(new Grant(key(parts[5]), Long.parseLong(parts[0]), Long.parseLong(parts[1]),
				Long.parseLong(parts[2]), new StoreClock(Long.parseLong(parts[3]), parts[4])));
	}

	private String key(String record) {
		return record.substring(this.names.keyPrefix().length());
	}

	CompletableFuture<Void> close() {
		this.closed = true;
		return this.grants.close();
	}

}
