package io.github.lockstarter.store.redis.sentinel;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;

import io.github.lockstarter.containment.BackgroundLog;
import io.github.lockstarter.store.redis.connection.DebouncedTask;
import io.github.lockstarter.store.redis.connection.RedisErrors;
import io.github.lockstarter.store.redis.connection.ServerClient;
import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.github.lockstarter.store.redis.sentinel.PrimaryFollower.OtherPrimaryException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Watches the server that the sentinels name as the primary, and notices when they name
 * another one: after a planned failover, the former primary continues for some ten
 * seconds as if nothing had happened. Does nothing if the client names no sentinels.
 */
public final class SentinelWatch {

	private static final Logger logger = LoggerFactory.getLogger(SentinelWatch.class);

	private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(5);

	/** Attempts to connect that may block, so that a busy machine is not made busier. */
	private static final int THREADS = 8;

	/** Attempts that may wait for a thread. Those given up meanwhile cost nothing. */
	private static final int WAITING = 64;

	private static final long IDLE_SECONDS = 5;

	/** Several sentinels report the same several times. */
	private static final long BURST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

	private final SessionTimer timer;

	private final ThreadPoolExecutor threads = new ThreadPoolExecutor(THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS,
			new ArrayBlockingQueue<>(WAITING), SentinelWatch::thread);

	private final Runnable moved;

	private final String server;

	private final DebouncedTask check;

	private final DebouncedTask look;

	private final List<PrimaryFollower<?>> followers = new CopyOnWriteArrayList<>();

	private final ReentrantLock mutex = new ReentrantLock();

	private final AtomicReference<@Nullable Primary> current = new AtomicReference<>();

	private volatile @Nullable Sentinels watched;

	private volatile Consumer<Boolean> watching = (begins) -> {
	};

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
		this.moved = moved;
		this.threads.allowCoreThreadTimeOut(true);
		this.check = new DebouncedTask(timer, this::check);
		this.look = new DebouncedTask(timer, this::look);
	}

	private static Thread thread(Runnable work) {
		Thread thread = new Thread(work, "lock-sentinel");
		thread.setDaemon(true);
		return thread;
	}

	/**
	 * Connect to the primary. The connection is closed when another server has become the
	 * primary; while it is being opened, that one is tried instead.
	 * @param connector connects to an address
	 */
	public <C extends StatefulConnection<String, String>> CompletionStage<C> connect(ServerClient client,
			Function<RedisURI, ? extends CompletionStage<C>> connector) {
		if (!client.hasSentinels()) {
			forget(client);
			return connector.apply(client.address());
		}
		return find(watch(client)).thenCompose((primary) -> connect(primary, client, connector))
			.exceptionallyCompose((failure) -> (RedisErrors.unwrap(failure) instanceof OtherPrimaryException)
					? connect(client, connector) : CompletableFuture.failedStage(failure));
	}

	private <C extends StatefulConnection<String, String>> CompletionStage<C> connect(Primary primary,
			ServerClient client, Function<RedisURI, ? extends CompletionStage<C>> connector) {
		PrimaryFollower<C> follower = new PrimaryFollower<>(primary, connector.apply(client.at(primary.uri())));
		this.followers.removeIf(PrimaryFollower::isOver);
		this.followers.add(follower);
		Primary known = this.current.get();
		if (known != null) {
			follower.follow(known);
		}
		return follower.connection();
	}

	/**
	 * Ask the sentinels for the server to connect to.
	 */
	private CompletionStage<Primary> find(Sentinels sentinels) {
		Primary before = this.current.get();
		return sentinels.ask(before)
			.thenCompose((found) -> settle(before, found) ? CompletableFuture.completedStage(found) : find(sentinels));
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

	/** Another client may have taken its place. */
	private Sentinels watch(ServerClient client) {
		this.mutex.lock();
		try {
			Sentinels known = this.watched;
			if (known != null && known.client() == client) {
				return known;
			}
			Sentinels fresh = new Sentinels(client, new PrimaryLookup(client, this.timer, this.threads),
					subscriptions(client));
			if (this.closed) {
				return fresh;
			}
			if (known != null) {
				known.close();
			}
			this.watched = fresh;
			this.watching.accept(true);
			this.timer.in(0, fresh::keep);
			this.look.in(LOOK_NANOS);
			return fresh;
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Leave the sentinels if another client, which names none, has taken the place of
	 * theirs.
	 */
	public void forget(ServerClient client) {
		this.mutex.lock();
		try {
			Sentinels known = this.watched;
			if (known != null && known.client() != client) {
				known.close();
				this.watched = null;
				this.current.set(null);
				this.watching.accept(false);
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	private List<SentinelSubscription> subscriptions(ServerClient client) {
		RedisURI uri = client.address();
		Runnable changed = () -> this.check.in(BURST_NANOS);
		return uri.getSentinels()
			.stream()
			.map((sentinel) -> new SentinelSubscription(client, sentinel, uri.getSentinelMasterId(), this.timer,
					this.threads, changed))
			.toList();
	}

	/**
	 * Set what is told before the first connection to a server that sentinels name, and
	 * again when another client has taken the place of theirs, which names none. Called
	 * before anything is connected to.
	 * @param action told whether there are sentinels from now on
	 */
	public void whenWatching(Consumer<Boolean> action) {
		this.watching = action;
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
			known.ask(before).whenComplete((found, failure) -> {
				if (failure == null) {
					if (!settle(before, found)) {
						this.check.in(0);
					}
				}
				else {
					this.unanswered = true;
					BackgroundLog.log(logger, Level.DEBUG, "The sentinels do not name the primary", failure);
				}
			});
		}
	}

	private void changed(@Nullable Primary known, Primary found) {
		if (known != null) {
			this.followers.forEach((follower) -> follower.follow(found));
			this.timer.in(0, this.moved);
			BackgroundLog.log(logger, Level.INFO, "The primary of " + this.server + " is at " + found
					+ " now, no longer at " + known + "; reconnecting", null);
		}
	}

	/**
	 * Watch no more. The connections to sentinels are closed with their client.
	 */
	public void close() {
		this.mutex.lock();
		try {
			this.closed = true;
			this.threads.shutdownNow();
			Sentinels known = this.watched;
			if (known != null) {
				known.close();
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * The sentinels that a client names.
	 */
	private record Sentinels(ServerClient client, PrimaryLookup lookup, List<SentinelSubscription> subscriptions) {

		CompletableFuture<Primary> ask(@Nullable Primary known) {
			return this.lookup.ask((known != null) ? known.epoch() : 0);
		}

		void keep() {
			this.subscriptions.forEach(SentinelSubscription::keep);
		}

		void close() {
			this.subscriptions.forEach(SentinelSubscription::close);
		}

	}

}
