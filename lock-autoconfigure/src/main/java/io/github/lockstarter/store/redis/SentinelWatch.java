package io.github.lockstarter.store.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Kind;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Knows which server the sentinels name as the primary, and notices when they name
 * another one: after a planned failover the former primary goes on for some ten seconds
 * as if nothing had happened. Where the client names no sentinels it does nothing.
 */
final class SentinelWatch {

	private static final Log logger = LogFactory.getLog(SentinelWatch.class);

	private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(5);

	/** Several sentinels tell the same several times. */
	private static final long BURST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

	private final SessionTimer timer;

	private final PrimaryLookup lookup;

	private final Runnable leave;

	private final Runnable moved;

	private final DebouncedTask check;

	private final DebouncedTask look;

	private final ReentrantLock mutex = new ReentrantLock();

	private final AtomicReference<@Nullable Primary> current = new AtomicReference<>();

	private volatile @Nullable Sentinels watched;

	private volatile boolean closed;

	/**
	 * Create it without watching.
	 * @param leave closes the connections to what was the primary
	 * @param moved done after any change of the primary
	 */
	SentinelWatch(SessionTimer timer, Runnable leave, Runnable moved) {
		this.timer = timer;
		this.lookup = new PrimaryLookup(timer);
		this.leave = leave;
		this.moved = moved;
		this.check = new DebouncedTask(timer, this::check);
		this.look = new DebouncedTask(timer, this::look);
	}

	/**
	 * Ask the sentinels where to connect to, and watch them from now on. Blocks.
	 * @return {@code null} if the client names no sentinels
	 */
	@Nullable RedisURI find(RedisClient client) {
		RedisURI uri = SentinelUri.of(client);
		if (uri == null) {
			return null;
		}
		watch(client, uri);
		Primary found = await(this.lookup.ask(client, uri));
		Primary known = this.current.getAndSet(found);
		if (known != null && !known.address().equals(found.address())) {
			this.timer.in(0, this.moved);
		}
		return RedisURI.builder(uri)
			.withHost(found.address().getHostString())
			.withPort(found.address().getPort())
			.build();
	}

	private static Primary await(CompletableFuture<Primary> found) {
		try {
			return found.get();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new StoreException("asking the sentinels was given up", true, Kind.CONNECTION, ex);
		}
		catch (ExecutionException ex) {
			throw Failures.translate((ex.getCause() != null) ? ex.getCause() : ex, "");
		}
	}

	private void watch(RedisClient client, RedisURI uri) {
		this.mutex.lock();
		try {
			Sentinels known = this.watched;
			if (this.closed || (known != null && known.client() == client)) {
				return;
			}
			if (known != null) {
				known.close();
			}
			this.watched = Sentinels.of(client, uri, this.timer, () -> this.check.in(BURST_NANOS));
			this.look.in(0);
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Whether there are sentinels.
	 */
	boolean isWatching() {
		return this.watched != null;
	}

	private void look() {
		Sentinels known = this.watched;
		if (known != null) {
			known.subscriptions().forEach(SentinelSubscription::keep);
			this.look.in(LOOK_NANOS);
		}
	}

	private void check() {
		Sentinels known = this.watched;
		if (known != null && !this.closed) {
			this.lookup.ask(known.client(), known.uri()).whenComplete((found, failure) -> {
				if (failure == null) {
					follow(found);
				}
				else {
					logger.debug("The sentinels do not tell which server is the primary", failure);
				}
			});
		}
	}

	private void follow(Primary found) {
		Primary known = this.current.get();
		if (known != null && found.supersedes(known) && this.current.compareAndSet(known, found)) {
			logger.info("The primary is at " + found + " now, no longer at " + known + "; reconnecting");
			this.leave.run();
			this.timer.in(0, this.moved);
		}
	}

	CompletableFuture<Void> close() {
		this.mutex.lock();
		try {
			this.closed = true;
			Sentinels known = this.watched;
			return (known != null) ? known.close() : CompletableFuture.completedFuture(null);
		}
		finally {
			this.mutex.unlock();
		}
	}

	private record Sentinels(RedisClient client, RedisURI uri, List<SentinelSubscription> subscriptions) {

		static Sentinels of(RedisClient client, RedisURI uri, SessionTimer timer, Runnable changed) {
			return new Sentinels(client, uri,
					uri.getSentinels()
						.stream()
						.map((sentinel) -> new SentinelSubscription(client, sentinel, uri.getSentinelMasterId(), timer,
								changed))
						.toList());
		}

		CompletableFuture<Void> close() {
			return CompletableFuture.allOf(
					this.subscriptions.stream().map(SentinelSubscription::close).toArray(CompletableFuture<?>[]::new));
		}

	}

}
