package io.github.lockstarter.store.redis.connection;

import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Consumer;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Kind;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StatefulRedisConnectionImpl;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.codec.StringCodec;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.internal.ThreadExecutorMap;
import org.jspecify.annotations.Nullable;

/**
 * Attempts to connect, each on a thread of its own, since connecting blocks in Lettuce,
 * for a minute by default. While none is answered, another one starts beside it every two
 * seconds, and the first to be answered counts: a lost attempt costs no more than that,
 * and a busy machine has longer. After eight seconds, all of them are given up.
 *
 * @param <C> the type of the connection
 */
public final class ConnectionAttempts<C extends StatefulConnection<String, String>> {

	private static final long INTERVAL_MILLIS = 2000;

	/** The number that may be unanswered, so that threads don't pile up. */
	private static final int MOST = 4;

	private static final long LIMIT_MILLIS = MOST * INTERVAL_MILLIS;

	private final SessionTimer timer;

	private final BiFunction<AbstractRedisClient, StringCodec, C> connector;

	private final Consumer<StatefulRedisConnectionImpl<?, ?>> arrivals;

	private final ThreadFactory threads;

	private final AtomicInteger running = new AtomicInteger();

	/**
	 * Create this without an attempt.
	 * @param connector connects with a client, using that codec, until it is interrupted
	 * @param arrivals notified of each connection that is established with such a codec
	 */
	public ConnectionAttempts(SessionTimer timer, BiFunction<AbstractRedisClient, StringCodec, C> connector,
			Consumer<StatefulRedisConnectionImpl<?, ?>> arrivals) {
		this(timer, connector, arrivals, (work) -> new Thread(work, "lock-connect"));
	}

	ConnectionAttempts(SessionTimer timer, BiFunction<AbstractRedisClient, StringCodec, C> connector,
			Consumer<StatefulRedisConnectionImpl<?, ?>> arrivals, ThreadFactory threads) {
		this.timer = timer;
		this.connector = connector;
		this.arrivals = arrivals;
		this.threads = threads;
	}

	/**
	 * Begin to connect.
	 * @param first run by the first thread, or that of the timer: it holds no mutex, so
	 * that it may call back at once
	 * @param opened completed with the connection; failing it gives up the attempts
	 * @param failed completes it with the failure
	 */
	void start(AbstractRedisClient client, Runnable first, CompletableFuture<C> opened, Consumer<Throwable> failed) {
		try {
			if (attempt(client, first, opened, failed)) {
				plan(client, opened, failed);
				return;
			}
			failed.accept(failure("earlier attempts to connect to " + ClientUri.server(client) + " are still unanswered"
					+ ConnectionFailures.UNANSWERED));
		}
		catch (RuntimeException | Error ex) {
			// the system grants no more threads
			failed.accept(ex);
		}
		this.timer.in(0, first);
	}

	/**
	 * Begin to connect, once, beside a connection that is open.
	 */
	void startBeside(AbstractRedisClient client, CompletableFuture<C> opened) {
		try {
			attempt(client, () -> {
			}, opened, opened::completeExceptionally);
		}
		catch (RuntimeException | Error ex) {
			// the system grants no more threads
			opened.completeExceptionally(ex);
		}
		in(LIMIT_MILLIS, opened, () -> opened.cancel(false));
	}

	private void plan(AbstractRedisClient client, CompletableFuture<C> opened, Consumer<Throwable> failed) {
		for (int number = 1; number < MOST; number++) {
			in(number * INTERVAL_MILLIS, opened, () -> attempt(client, () -> {
			}, opened, failed));
		}
		in(LIMIT_MILLIS, opened,
				() -> failed.accept(failure(ClientUri.server(client) + " did not answer an attempt to connect within "
						+ LIMIT_MILLIS + " ms" + ConnectionFailures.UNANSWERED)));
	}

	private void in(long millis, CompletableFuture<C> opened, Runnable task) {
		this.timer.in(TimeUnit.MILLISECONDS.toNanos(millis), () -> {
			if (!opened.isDone()) {
				task.run();
			}
		});
	}

	private boolean attempt(AbstractRedisClient client, Runnable first, CompletableFuture<C> opened,
			Consumer<Throwable> failed) {
		if (this.running.incrementAndGet() > MOST) {
			this.running.decrementAndGet();
			return false;
		}
		AttemptCodec codec = new AttemptCodec(this.arrivals);
		Thread thread = begin(() -> connect(client, first, codec, opened, failed));
		opened.whenComplete((connection, failure) -> {
			if (failure != null || connection != codec.opened) {
				codec.givenUp = true;
				if (Thread.currentThread() != thread) {
					thread.interrupt();
				}
			}
		});
		return true;
	}

	private Thread begin(Runnable attempt) {
		try {
			Thread thread = this.threads.newThread(attempt);
			thread.setDaemon(true);
			thread.start();
			return thread;
		}
		catch (RuntimeException | Error ex) {
			this.running.decrementAndGet();
			throw ex;
		}
	}

	private void connect(AbstractRedisClient client, Runnable first, AttemptCodec codec, CompletableFuture<C> opened,
			Consumer<Throwable> failed) {
		try {
			first.run();
			client.addListener(CloseWhenLate.INSTANCE);
			C fresh = this.connector.apply(client, codec);
			codec.opened = fresh;
			if (!opened.complete(fresh)) {
				ConnectionHolder.close(fresh);
			}
		}
		catch (RuntimeException | Error ex) {
			failed.accept(ex);
		}
		finally {
			this.running.decrementAndGet();
		}
	}

	/**
	 * Whether a connection is one of those to single nodes behind an open one. Its codec
	 * shows that: each attempt has its own.
	 */
	public static boolean isPart(RedisChannelHandler<?, ?> connection, StatefulConnection<?, ?> whole) {
		return connection instanceof StatefulRedisConnectionImpl<?, ?> part
				&& part.getCodec() instanceof AttemptCodec codec && codec.opened == whole;
	}

	/**
	 * An address at which Lettuce gives up an attempt to connect when all of them are
	 * given up here, or sooner: the end of its thread does not end it.
	 */
	public static RedisURI limited(RedisURI address) {
		Duration limit = Duration.ofMillis(LIMIT_MILLIS);
		Duration known = address.getTimeout();
		return (!known.isZero() && known.compareTo(limit) < 0) ? address
				: RedisURI.builder(address).withTimeout(limit).build();
	}

	private static StoreException failure(String message) {
		return new StoreException(message, true, Kind.CONNECTION, null);
	}

	/**
	 * The codec of one attempt, which identifies its connection if it arrives late.
	 */
	private static final class AttemptCodec extends StringCodec {

		private volatile boolean givenUp;

		private volatile @Nullable StatefulConnection<String, String> opened;

		private final Consumer<StatefulRedisConnectionImpl<?, ?>> arrivals;

		AttemptCodec(Consumer<StatefulRedisConnectionImpl<?, ?>> arrivals) {
			super(StandardCharsets.UTF_8);
			this.arrivals = arrivals;
		}

		/** A connection to a node of a Cluster may arrive when the whole is closed. */
		boolean isUnwanted() {
			return this.givenUp || (this.opened instanceof RedisChannelHandler<?, ?> whole && whole.isClosed());
		}

	}

	/**
	 * Closes connections that arrive when their attempt was given up, and its thread no
	 * longer waits for them.
	 */
	private static final class CloseWhenLate implements RedisConnectionStateListener {

		static final CloseWhenLate INSTANCE = new CloseWhenLate();

		@Override
		public void onRedisConnected(RedisChannelHandler<?, ?> connection, SocketAddress address) {
			if (connection instanceof StatefulRedisConnectionImpl<?, ?> opened
					&& opened.getCodec() instanceof AttemptCodec codec) {
				if (codec.isUnwanted()) {
					later(() -> ConnectionHolder.close(opened));
				}
				else {
					codec.arrivals.accept(opened);
				}
			}
		}

		/** Lettuce notes after this event what it closes when the client is shut down. */
		private static void later(Runnable task) {
			EventExecutor thread = ThreadExecutorMap.currentExecutor();
			if (thread != null) {
				thread.execute(task);
			}
			else {
				task.run();
			}
		}

	}

}
