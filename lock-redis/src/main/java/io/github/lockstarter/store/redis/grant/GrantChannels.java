package io.github.lockstarter.store.redis.grant;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import io.github.lockstarter.LogText;
import io.github.lockstarter.containment.BackgroundLog;
import io.github.lockstarter.containment.FailureIsolation;
import io.github.lockstarter.containment.RareWarning;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.GrantNotification;
import io.github.lockstarter.store.StoreClock;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Kind;
import io.github.lockstarter.store.redis.cluster.Topology;
import io.github.lockstarter.store.redis.command.ChannelNames;
import io.github.lockstarter.store.redis.command.Connections;
import io.github.lockstarter.store.redis.command.ReplyParser;
import io.github.lockstarter.store.redis.connection.ConnectionHolder;
import io.github.lockstarter.store.redis.connection.RedisErrors;
import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.github.lockstarter.store.redis.grant.Subscription.Way;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The channels on which grants to this instance arrive. Each is subscribed to when a lock
 * is first waited for. After a loss the listener is notified, whereupon waiters ask again
 * and so subscribe again; there are no subscriptions in advance.
 */
public final class GrantChannels implements GrantReceiver {

	private static final Logger logger = LoggerFactory.getLogger(GrantChannels.class);

	private final ChannelNames names;

	private final Topology topology;

	private final GrantConnections grants;

	private final GrantListener listener;

	/** A server acknowledges at once, and waiters ask nothing before that. */
	private static final long LONGEST_REQUEST = TimeUnit.SECONDS.toNanos(1);

	private final Map<String, Subscription> subscriptions = new ConcurrentHashMap<>();

	/**
	 * Channels whose subscriptions the server did not know, although they existed, with
	 * their connections.
	 */
	private final Map<String, StatefulRedisPubSubConnection<String, String>> unconfirmed = new ConcurrentHashMap<>();

	/** Of a message of others, which may be long. */
	private static final int MOST_SHOWN = 200;

	private final RareWarning strange = new RareWarning(GrantChannels.class);

	private final SuspectChannels suspects;

	private final PublishCheck publishing;

	private final SessionTimer timer;

	private volatile boolean closed;

	/**
	 * Create this without subscriptions.
	 * @param names names the channels
	 * @param connections opens the connections for grants
	 * @param listener notified of grants, and of channels that were lost
	 */
	public GrantChannels(ChannelNames names, Connections connections, GrantListener listener) {
		this.names = names;
		this.topology = connections.topology();
		this.grants = new GrantConnections(connections, this);
		this.listener = listener;
		this.timer = connections.timer();
		this.suspects = new SuspectChannels(connections, this::isCurrent, this::replace);
		this.publishing = new PublishCheck(connections);
	}

	/**
	 * Whether no grant would arrive.
	 */
	public boolean areNone() {
		return this.subscriptions.isEmpty();
	}

	/**
	 * The subscription on which a grant would arrive, or {@code null} if there is none.
	 */
	public @Nullable Subscription current(String record) {
		Subscription known = this.subscriptions.get(this.names.name(record));
		return (known != null && known.isAcknowledged() && this.grants.isCurrent(known.connection())) ? known : null;
	}

	/**
	 * The letter of the way in which a grant would arrive.
	 */
	public String letter(Subscription subscription) {
		return subscription.way().letter();
	}

	/**
	 * Subscribe to the channel of a lock.
	 * @return a stage that completes when the server has acknowledged it
	 */
	public CompletionStage<Void> listen(String record) {
		return subscribe(record).exceptionallyCompose((failure) -> {
			StoreException cause = RedisErrors.translate(failure, record);
			boolean again = cause.isPassing() && !(cause instanceof UnacknowledgedException);
			return again ? this.topology.refresh().thenCompose((nothing) -> subscribe(record))
					: CompletableFuture.failedStage(cause);
		});
	}

	private CompletionStage<Void> subscribe(String record) {
		String channel = this.names.name(record);
		return this.grants.get(channel)
			.thenCompose((connection) -> subscribe(channel, connection, way(channel, connection)));
	}

	/**
	 * While a slot moves, one server has the record and another the channel, which only a
	 * message to all servers reaches.
	 */
	private Way way(String channel, StatefulRedisPubSubConnection<String, String> connection) {
		if (!this.names.isOfSlot()) {
			return Way.NORMAL;
		}
		return (this.unconfirmed.get(channel) == connection) ? Way.BROADCAST : Way.SHARDED;
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
		this.timer.in(LONGEST_REQUEST, () -> giveUp(subscription));
		request.whenComplete((nothing, failure) -> {
			if (failure != null && sharded && RedisErrors.isUnknownCommand(failure)) {
				subscription.setWay(Way.BROADCAST);
				request(subscription);
			}
			else if (failure != null) {
				drop(subscription, failure);
			}
		});
	}

	private void giveUp(Subscription subscription) {
		if (!subscription.acknowledged().isDone() && drop(subscription, new UnacknowledgedException())) {
			ConnectionHolder.close(subscription.connection());
		}
	}

	/**
	 * Note that a grant has not arrived, or not yet: the subscription has to prove
	 * itself.
	 */
	public void missed(String record) {
		String channel = this.names.name(record);
		Subscription known = this.subscriptions.get(channel);
		if (this.suspects.add(channel) && known != null && known.isAcknowledged()) {
			this.suspects.probe(known);
		}
	}

	private boolean isCurrent(Subscription subscription) {
		return this.subscriptions.get(subscription.channel()) == subscription;
	}

	private void replace(Subscription subscription) {
		if (drop(subscription, lostSubscription())) {
			ConnectionHolder.close(subscription.connection());
			this.timer.in(0, this::tellThatGrantsMayBeLost);
			BackgroundLog.log(logger, Level.INFO,
					"A grant did not arrive on the connection for lock notifications; reconnecting", null);
		}
	}

	private boolean drop(Subscription subscription, Throwable cause) {
		subscription.acknowledged().completeExceptionally(cause);
		return this.subscriptions.remove(subscription.channel(), subscription);
	}

	/**
	 * Note whether the server knows the subscription by which a waiter expects to be
	 * notified. If not, the channel may have moved to another server unnoticed; if it
	 * stays unknown, the server can't tell, for example behind a proxy, or while the slot
	 * is moving.
	 */
	public void confirm(@Nullable Subscription subscription, boolean known) {
		if (subscription == null) {
			return;
		}
		String channel = subscription.channel();
		if (known) {
			this.unconfirmed.remove(channel);
		}
		else if (this.unconfirmed.put(channel, subscription.connection()) != null && subscription.way() == Way.NORMAL) {
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
			known.acknowledge();
			this.suspects.probe(known);
			this.publishing.begin(known);
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
		if (dropped > 0) {
			tellThatGrantsMayBeLost();
		}
	}

	private void tellThatGrantsMayBeLost() {
		if (!this.closed) {
			this.listener.grantsMayBeLost();
		}
	}

	private static StoreException lostSubscription() {
		return new StoreException("the subscription was lost", true, null);
	}

	@Override
	public void received(StatefulRedisPubSubConnection<String, String> connection, String channel, String message) {
		Subscription known = this.subscriptions.get(channel);
		if (known != null && known.connection() == connection) {
			this.suspects.remove(channel);
		}
		if (message.equals(SuspectChannels.PROBE)) {
			return;
		}
		Runnable news;
		try {
			news = read(message);
		}
		catch (RuntimeException ex) {
			this.strange.warn(() -> "Ignored a message on channel '" + LogText.of(channel)
					+ "' that no lock store has sent: '" + LogText.of(message, MOST_SHOWN) + "'.");
			return;
		}
		FailureIsolation.run("A message of a lock", news);
	}

	private Runnable read(String message) {
		if (message.startsWith("revoked ")) {
			String[] parts = message.split(" ", 3);
			String key = key(parts[2]);
			long sequence = Long.parseLong(parts[1]);
			return () -> this.listener.revoked(key, sequence);
		}
		String[] parts = message.split(" ", 7);
		String[] sender = parts[4].split("~", 2);
		GrantNotification grant = new GrantNotification(key(parts[6]), Long.parseLong(parts[0]),
				Long.parseLong(parts[1]), Long.parseLong(parts[2]), new StoreClock(Long.parseLong(parts[3]), sender[0]),
				ReplyParser.waited(parts[5]), (sender.length > 1) ? sender[1] : "");
		return () -> this.listener.granted(grant);
	}

	private String key(String record) {
		String prefix = this.names.keyPrefix();
		if (!record.startsWith(prefix)) {
			throw new IllegalArgumentException("a key of others");
		}
		return record.substring(prefix.length());
	}

	/**
	 * Stop notifying the listener.
	 */
	public void close() {
		this.closed = true;
	}

	private static final class UnacknowledgedException extends StoreException {

		private static final long serialVersionUID = 1L;

		UnacknowledgedException() {
			super("Redis did not acknowledge a subscription within " + TimeUnit.NANOSECONDS.toMillis(LONGEST_REQUEST)
					+ " ms", true, Kind.CONNECTION, null);
		}

	}

}
