package io.github.lockstarter.store.redis.sentinel;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Kind;
import io.github.lockstarter.store.redis.connection.ConnectionHolder;
import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;

/**
 * The connections to sentinels. They are opened on a few threads of their own, which
 * exist only while they are needed: Lettuce resolves an address on the connecting thread,
 * as the application has configured.
 */
final class SentinelConnections {

	/**
	 * For an attempt to connect, so that hanging attempts do not pile up. A machine may
	 * be busy, and a JVM loads many classes for its first connection.
	 */
	private static final Duration CONNECT_LIMIT = Duration.ofSeconds(8);

	private static final Duration ANSWER_LIMIT = Duration.ofSeconds(4);

	private static final int THREADS = 8;

	/** Attempts that may wait for a thread. */
	private static final int WAITING = 64;

	private static final long IDLE_SECONDS = 5;

	private static final String UNANSWERED = "it did not answer in time";

	private final SessionTimer timer;

	private final ThreadPoolExecutor threads = new ThreadPoolExecutor(THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS,
			new ArrayBlockingQueue<>(WAITING), SentinelConnections::thread);

	private final Set<StatefulConnection<?, ?>> opened = ConcurrentHashMap.newKeySet();

	private volatile boolean closed;

	SentinelConnections(SessionTimer timer) {
		this.timer = timer;
		this.threads.allowCoreThreadTimeOut(true);
	}

	private static Thread thread(Runnable work) {
		Thread thread = new Thread(work, "lock-sentinel");
		thread.setDaemon(true);
		return thread;
	}

	/**
	 * Connect to one sentinel within the limit.
	 * @param connector connects to an address; may block
	 * @return the connection, for {@link #close(StatefulConnection)}
	 */
	<C extends StatefulConnection<String, String>> CompletableFuture<C> open(RedisURI sentinel,
			Function<RedisURI, ? extends CompletionStage<C>> connector) {
		RedisURI limited = RedisURI.builder(sentinel).withTimeout(CONNECT_LIMIT).build();
		CompletableFuture<C> connection = new CompletableFuture<>();
		try {
			this.threads.execute(() -> connect(limited, connector, connection));
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) {
			// closed, or too many hang, or the system grants no more threads
			connection.completeExceptionally(ex);
		}
		this.timer.in(CONNECT_LIMIT.toNanos(), () -> connection.completeExceptionally(unanswered()));
		return connection;
	}

	/**
	 * Limit the wait for an answer of a sentinel.
	 */
	<T> CompletableFuture<T> limited(CompletionStage<T> answer) {
		return this.timer.limited(answer, ANSWER_LIMIT.toNanos(), UNANSWERED);
	}

	private static StoreException unanswered() {
		return new StoreException(UNANSWERED, true, Kind.CONNECTION, null);
	}

	private <C extends StatefulConnection<String, String>> void connect(RedisURI sentinel,
			Function<RedisURI, ? extends CompletionStage<C>> connector, CompletableFuture<C> connection) {
		if (connection.isDone()) {
			return;
		}
		try {
			connector.apply(sentinel).whenComplete((fresh, failure) -> {
				if (failure != null) {
					connection.completeExceptionally(failure);
				}
				else {
					this.opened.add(fresh);
					if (this.closed || !connection.complete(fresh)) {
						close(fresh);
					}
				}
			});
		}
		catch (RuntimeException | Error ex) {
			// the application has shut down its client, or can't resolve the address
			connection.completeExceptionally(ex);
		}
	}

	CompletableFuture<Void> close(StatefulConnection<?, ?> connection) {
		this.opened.remove(connection);
		return ConnectionHolder.close(connection);
	}

	/**
	 * Close all of them, also those that are still being opened.
	 */
	CompletableFuture<Void> close() {
		this.closed = true;
		this.threads.shutdownNow();
		return CompletableFuture.allOf(this.opened.stream().map(this::close).toArray(CompletableFuture<?>[]::new));
	}

}
