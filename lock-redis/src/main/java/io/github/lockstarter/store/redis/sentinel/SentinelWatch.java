package io.github.lockstarter.store.redis.sentinel;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

import io.github.lockstarter.containment.Contained;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Kind;
import io.github.lockstarter.store.redis.connection.ClientUri;
import io.github.lockstarter.store.redis.connection.ConnectionAttempts;
import io.github.lockstarter.store.redis.connection.ConnectionHolder;
import io.github.lockstarter.store.redis.connection.DebouncedTask;
import io.github.lockstarter.store.redis.connection.Failures;
import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the server that the sentinels name as the primary, and notices when they name
 * another one: after a planned failover, the former primary continues for some ten
 * seconds as if nothing had happened. Does nothing if the client names no sentinels.
 */
public final class SentinelWatch {

	private static final Logger logger = LoggerFactory.getLogger(SentinelWatch.class);

	private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(5);

	/** Several sentinels report the same several times. */
	private static final long BURST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

	private final SessionTimer timer;

	private final SentinelConnections connections;

	private final PrimaryLookup lookup;

	private final Runnable moved;

	private final String server;

	private final DebouncedTask check;

	private final DebouncedTask look;

	private final List<PrimaryFollower> followers = new CopyOnWriteArrayList<>();

	private final ReentrantLock mutex = new ReentrantLock();

	private final AtomicReference<@Nullable Primary> current = new AtomicReference<>();

	private volatile @Nullable Sentinels watched;

	/** Whether they were asked in vain since the last check. */
	private volatile boolean unanswered;

	private volatile boolean closed;

	/**
	 * Create this without a watch.
	 * @param moved run after any change of the primary
	 * @param server whose primary it is, within a sentence
	 */
	public SentinelWatch(SessionTimer timer, Runnable moved, String server) {
		this.timer = timer;
		this.server = server;
		this.connections = new SentinelConnections(timer);
		this.lookup = new PrimaryLookup(this.connections, timer);
		this.moved = moved;
		this.check = new DebouncedTask(timer, this::check);
		this.look = new DebouncedTask(timer, this::look);
	}

	/**
	 * Connect to the primary. The connection is closed when another server has become the
	 * primary. Blocks.
	 * @param leave gives up the attempt if that happens before it is over, and all others
	 * that were begun with the same object
	 * @param connector connects to an address; to that of the client if it is
	 * {@code null}, as it is not known
	 */
	public <C extends StatefulConnection<String, String>> C connect(RedisClient client, Runnable leave,
			Function<@Nullable RedisURI, C> connector) {
		this.followers.removeIf(PrimaryFollower::isOver);
		PrimaryFollower follower = follower(leave);
		try {
			C connection = connector.apply(follower.find(client));
			while (!follower.opened(connection)) {
				ConnectionHolder.close(connection);
				connection = connector.apply(follower.find(client));
			}
			return connection;
		}
		catch (RuntimeException | Error ex) {
			this.followers.remove(follower);
			throw ex;
		}
	}

	/**
	 * Let an attempt to connect follow the primary.
	 * @param leave gives it up
	 */
	PrimaryFollower follower(Runnable leave) {
		PrimaryFollower follower = new PrimaryFollower(this, leave);
		this.followers.add(follower);
		return follower;
	}

	/**
	 * All that follow the primary, or did.
	 */
	Stream<PrimaryFollower> followers() {
		return this.followers.stream();
	}

	/**
	 * Ask the sentinels for the server to connect to, and watch them from now on. Blocks.
	 * If the client names no sentinels, it is the server that it names.
	 * @param led notified before others can find out that there is already another
	 * primary
	 * @return {@code null} if that is not known
	 */
	@Nullable RedisURI find(RedisClient client, Consumer<Primary> led) {
		RedisURI uri = ClientUri.of(client);
		if (uri == null || !ClientUri.namesSentinels(uri)) {
			return (uri != null) ? ConnectionAttempts.limited(uri) : null;
		}
		watch(client, uri);
		while (true) {
			Primary before = this.current.get();
			Primary found = await(ask(client, uri, before));
			led.accept(found);
			if (settle(before, found)) {
				return ConnectionAttempts.limited(found.uri(uri));
			}
		}
	}

	/**
	 * Believe an answer if it is newer.
	 * @param before what was known when the sentinels were asked
	 * @return {@code false} if that has changed meanwhile, so that they have to be asked
	 * again
	 */
	private boolean settle(@Nullable Primary before, Primary found) {
		Primary known = this.current.get();
		if (known != null && !found.supersedes(known)) {
			return found.isSameServerAs(known);
		}
		if (!this.current.compareAndSet(before, found)) {
			return false;
		}
		changed(before, found);
		return true;
	}

	private CompletableFuture<Primary> ask(RedisClient client, RedisURI uri, @Nullable Primary known) {
		return this.lookup.ask(client, uri, (known != null) ? known.epoch() : 0);
	}

	private static Primary await(CompletableFuture<Primary> found) {
		try {
			return found.get();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			found.cancel(false);
			throw new StoreException("the request to the sentinels was given up", true, Kind.CONNECTION, ex);
		}
		catch (ExecutionException ex) {
			throw Failures.translate((ex.getCause() != null) ? ex.getCause() : ex, "");
		}
	}

	/** The application may have replaced its client. */
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
			Sentinels fresh = new Sentinels(client, uri, subscriptions(client, uri));
			this.watched = fresh;
			this.timer.in(0, fresh::keep);
			this.look.in(LOOK_NANOS);
		}
		finally {
			this.mutex.unlock();
		}
	}

	private List<SentinelSubscription> subscriptions(RedisClient client, RedisURI uri) {
		Runnable changed = () -> this.check.in(BURST_NANOS);
		return uri.getSentinels()
			.stream()
			.map((sentinel) -> new SentinelSubscription(client, sentinel, uri.getSentinelMasterId(), this.connections,
					this.timer, changed))
			.toList();
	}

	/**
	 * Whether there are sentinels.
	 */
	public boolean isWatching() {
		return this.watched != null;
	}

	private void look() {
		Sentinels known = this.watched;
		if (known != null) {
			known.keep();
			if (this.unanswered) {
				this.check.in(0);
			}
			this.look.in(LOOK_NANOS);
		}
	}

	private void check() {
		Sentinels known = this.watched;
		if (known != null && !this.closed) {
			this.unanswered = false;
			Primary before = this.current.get();
			ask(known.client(), known.uri(), before).whenComplete((found, failure) -> {
				if (failure == null) {
					if (!settle(before, found)) {
						this.check.in(0);
					}
				}
				else {
					this.unanswered = true;
					logger.debug("The sentinels do not name the primary", failure);
				}
			});
		}
	}

	private void changed(@Nullable Primary known, Primary found) {
		if (known != null) {
			this.followers.forEach((follower) -> follower.follow(found));
			this.timer.in(0, this.moved);
			Contained.run("A message", () -> logger.info("The primary of " + this.server + " is at " + found
					+ " now, no longer at " + known + "; reconnecting"));
		}
	}

	/**
	 * Watch no more, and close the connections to sentinels.
	 */
	public CompletableFuture<Void> close() {
		this.mutex.lock();
		try {
			this.closed = true;
			CompletableFuture<Void> closing = this.connections.close();
			Sentinels known = this.watched;
			if (known != null) {
				known.close();
			}
			return closing;
		}
		finally {
			this.mutex.unlock();
		}
	}

	private record Sentinels(RedisClient client, RedisURI uri, List<SentinelSubscription> subscriptions) {

		void keep() {
			this.subscriptions.forEach(SentinelSubscription::keep);
		}

		void close() {
			this.subscriptions.forEach(SentinelSubscription::close);
		}

	}

}
