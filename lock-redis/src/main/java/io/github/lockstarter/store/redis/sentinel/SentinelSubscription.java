package io.github.lockstarter.store.redis.sentinel;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.github.lockstarter.containment.BackgroundLog;
import io.github.lockstarter.store.redis.connection.ConnectionHolder;
import io.github.lockstarter.store.redis.connection.ServerClient;
import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.RedisPubSubListener;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Subscription to the failover messages of one sentinel.
 */
final class SentinelSubscription extends RedisPubSubAdapter<String, String> implements RedisConnectionStateListener {

	private static final Logger logger = LoggerFactory.getLogger(SentinelSubscription.class);

	private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	/**
	 * In a planned failover, the leading sentinel publishes the second first. It names
	 * the other primary on the first later, as the others do.
	 */
	private static final String[] CHANNELS = { "+switch-master", "+failover-state-reconf-slaves" };

	private final SentinelConnector<StatefulRedisPubSubConnection<String, String>> sentinel;

	private final String name;

	private final SessionTimer timer;

	private final Runnable changed;

	private final AtomicReference<@Nullable CompletableFuture<StatefulRedisPubSubConnection<String, String>>> connection = new AtomicReference<>();

	/** One line for each outage. */
	private volatile boolean reported;

	private volatile boolean closed;

	/**
	 * Create this without a connection.
	 * @param name the name of the primary
	 * @param changed run when the primary has changed, or may have unnoticed
	 */
	SentinelSubscription(ServerClient client, RedisURI sentinel, String name, SessionTimer timer, Executor threads,
			Runnable changed) {
		this.sentinel = new SentinelConnector<>(client, sentinel, timer, threads,
				(current, address) -> current.connectPubSubAsync(StringCodec.UTF8, address));
		this.name = name;
		this.timer = timer;
		this.changed = changed;
	}

	/**
	 * Subscribe if not subscribed, or again to check that the sentinel still answers.
	 * Called only by the timer.
	 */
	void keep() {
		CompletableFuture<StatefulRedisPubSubConnection<String, String>> known = this.connection.get();
		if (known != null) {
			subscribe(known, () -> {
			});
		}
		else if (!this.closed) {
			CompletableFuture<StatefulRedisPubSubConnection<String, String>> fresh = this.sentinel.open()
				.thenApply(this::listening);
			this.connection.set(fresh);
			subscribe(fresh, this.changed);
		}
	}

	private StatefulRedisPubSubConnection<String, String> listening(
			StatefulRedisPubSubConnection<String, String> opened) {
		opened.addListener((RedisPubSubListener<String, String>) this);
		opened.addListener((RedisConnectionStateListener) this);
		return opened;
	}

	private static boolean isOpened(CompletableFuture<?> connection) {
		return connection.isDone() && !connection.isCompletedExceptionally();
	}

	private void subscribe(CompletableFuture<StatefulRedisPubSubConnection<String, String>> current,
			Runnable acknowledged) {
		current.thenCompose((opened) -> this.sentinel.limited(opened.async().subscribe(CHANNELS)))
			.whenComplete((nothing, failure) -> {
				if (failure != null) {
					giveUp(current, failure);
				}
				else if (this.closed) {
					close();
				}
				else {
					this.reported = false;
					acknowledged.run();
				}
			});
	}

	private void giveUp(CompletableFuture<StatefulRedisPubSubConnection<String, String>> lost, Throwable failure) {
		if (this.connection.compareAndSet(lost, null) && !this.reported && !this.closed) {
			this.reported = true;
			BackgroundLog.log(logger, Level.INFO, "Can't listen to the sentinel at " + this.sentinel.address()
					+ "; trying again: " + this.sentinel.explain(failure).getMessage(), null);
		}
		lost.thenAccept(ConnectionHolder::close);
	}

	@Override
	public void onRedisDisconnected(RedisChannelHandler<?, ?> lost) {
		CompletableFuture<StatefulRedisPubSubConnection<String, String>> known = this.connection.get();
		if (known != null && isOpened(known) && known.join() == lost && this.connection.compareAndSet(known, null)) {
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

	/**
	 * End the subscription, because others take its place.
	 */
	void close() {
		this.closed = true;
		CompletableFuture<StatefulRedisPubSubConnection<String, String>> known = this.connection.getAndSet(null);
		if (known != null) {
			known.thenAccept(ConnectionHolder::close);
		}
	}

}
