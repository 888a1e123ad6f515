package io.github.lockstarter.store.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.RedisPubSubListener;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Subscription to what one sentinel says of failovers.
 */
final class SentinelSubscription extends RedisPubSubAdapter<String, String> implements RedisConnectionStateListener {

	private static final Log logger = LogFactory.getLog(SentinelSubscription.class);

	private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	/**
	 * Of a planned failover, the sentinel that leads it tells by the second, before it
	 * names the other primary by the first, as the others do.
	 */
	private static final String[] CHANNELS = { "+switch-master", "+failover-state-reconf-slaves" };

	private final RedisClient client;

	private final RedisURI sentinel;

	private final String name;

	private final SessionTimer timer;

	private final Runnable changed;

	private final AtomicReference<@Nullable CompletableFuture<StatefulRedisPubSubConnection<String, String>>> connection = new AtomicReference<>();

	private volatile boolean reported;

	private volatile boolean closed;

	/**
	 * Create it without connecting.
	 * @param name of the primary
	 * @param changed run when the primary has changed, or may have unnoticed
	 */
	SentinelSubscription(RedisClient client, RedisURI sentinel, String name, SessionTimer timer, Runnable changed) {
		this.client = client;
		this.sentinel = PrimaryLookup.direct(sentinel);
		this.name = name;
		this.timer = timer;
		this.changed = changed;
	}

	/**
	 * Subscribe if that is not done, or again to see whether the sentinel still answers.
	 * Called by the timer alone.
	 */
	void keep() {
		if (this.closed) {
			return;
		}
		CompletableFuture<StatefulRedisPubSubConnection<String, String>> known = this.connection.get();
		if (known == null) {
			CompletableFuture<StatefulRedisPubSubConnection<String, String>> fresh = connect();
			this.connection.set(fresh);
			subscribe(fresh, this.changed);
		}
		else {
			subscribe(known, () -> {
			});
		}
	}

	private CompletableFuture<StatefulRedisPubSubConnection<String, String>> connect() {
		try {
			return this.client.connectPubSubAsync(StringCodec.UTF8, this.sentinel)
				.toCompletableFuture()
				.thenApply((opened) -> {
					opened.addListener((RedisPubSubListener<String, String>) this);
					opened.addListener((RedisConnectionStateListener) this);
					return opened;
				});
		}
		catch (RuntimeException ex) {
			// the application has shut down its client
			return CompletableFuture.failedFuture(ex);
		}
	}

	private void subscribe(CompletableFuture<StatefulRedisPubSubConnection<String, String>> current,
			Runnable acknowledged) {
		this.timer
			.limited(current.thenCompose((opened) -> opened.async().subscribe(CHANNELS)), PrimaryLookup.LIMIT.toNanos(),
					"the sentinel did not acknowledge a subscription in time")
			.whenComplete((nothing, failure) -> {
				if (failure != null) {
					giveUp(current, failure);
				}
				else if (this.closed) {
					close();
				}
				else {
					acknowledged.run();
				}
			});
	}

	private void giveUp(CompletableFuture<StatefulRedisPubSubConnection<String, String>> lost, Throwable failure) {
		lost.thenAccept(ConnectionHolder::close);
		if (this.connection.compareAndSet(lost, null) && !this.reported && !this.closed) {
			this.reported = true;
			logger.info("Can't listen to the sentinel at " + this.sentinel.getHost() + ":" + this.sentinel.getPort()
					+ "; trying again: " + Failures.unwrap(failure).getMessage());
		}
	}

	@Override
	public void onRedisDisconnected(RedisChannelHandler<?, ?> lost) {
		CompletableFuture<StatefulRedisPubSubConnection<String, String>> known = this.connection.get();
		if (known != null && this.connection.compareAndSet(known, null)) {
			known.thenAccept(ConnectionHolder::close);
			this.timer.in(PAUSE_NANOS, this::keep);
		}
	}

	@Override
	public void message(String channel, String message) {
		if (List.of(message.split(" ")).contains(this.name)) {
			this.changed.run();
		}
	}

	CompletableFuture<Void> close() {
		this.closed = true;
		CompletableFuture<StatefulRedisPubSubConnection<String, String>> known = this.connection.getAndSet(null);
		if (known == null) {
			return CompletableFuture.completedFuture(null);
		}
		CompletableFuture<Void> closing = known.thenCompose(ConnectionHolder::close);
		return (known.isDone() && !known.isCompletedExceptionally()) ? closing
				: CompletableFuture.completedFuture(null);
	}

}
