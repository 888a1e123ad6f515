package io.github.lockstarter.store.redis.sentinel;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiFunction;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Kind;
import io.github.lockstarter.store.redis.connection.ConnectionFailures;
import io.github.lockstarter.store.redis.connection.ConnectionHolder;
import io.github.lockstarter.store.redis.connection.ServerClient;
import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;

/**
 * Connects to one sentinel, and limits the wait for its answers.
 *
 * @param <C> the type of the connections
 */
final class SentinelConnector<C extends StatefulConnection<String, String>> {

	/**
	 * For an attempt to connect. A machine may be busy, and a JVM loads many classes for
	 * its first connection.
	 */
	private static final Duration CONNECT_LIMIT = Duration.ofSeconds(8);

	private static final Duration ANSWER_LIMIT = Duration.ofSeconds(4);

	private static final String UNANSWERED = "it did not answer in time";

	private final ServerClient client;

	private final RedisURI sentinel;

	private final SessionTimer timer;

	private final Executor threads;

	private final BiFunction<ServerClient, RedisURI, ? extends CompletionStage<C>> connector;

	/**
	 * Create this without a connection.
	 * @param threads run the connector
	 * @param connector connects with a client to an address; may block
	 */
	SentinelConnector(ServerClient client, RedisURI sentinel, SessionTimer timer, Executor threads,
			BiFunction<ServerClient, RedisURI, ? extends CompletionStage<C>> connector) {
		this.client = client;
		this.sentinel = sentinel;
		this.timer = timer;
		this.threads = threads;
		this.connector = connector;
	}

	/**
	 * The host and the port of the sentinel.
	 */
	String address() {
		return ServerClient.hostAndPort(this.sentinel);
	}

	/**
	 * Open another connection.
	 * @return the connection; completing it otherwise gives up the attempt
	 */
	CompletableFuture<C> open() {
		CompletableFuture<C> opened = new CompletableFuture<>();
		try {
			this.threads.execute(() -> connect(opened));
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) {
			// closed, or too many hang, or the system grants no more threads
			opened.completeExceptionally(ex);
		}
		this.timer.in(CONNECT_LIMIT.toNanos(),
				() -> opened.completeExceptionally(new StoreException(UNANSWERED, true, Kind.CONNECTION, null)));
		return opened;
	}

	private void connect(CompletableFuture<C> opened) {
		if (opened.isDone()) {
			return;
		}
		try {
			RedisURI limited = RedisURI.builder(this.sentinel).withTimeout(CONNECT_LIMIT).build();
			ConnectionHolder.deliver(this.connector.apply(this.client, limited), opened, opened::completeExceptionally);
		}
		catch (RuntimeException | Error ex) {
			// the client was closed, or can't resolve the address
			opened.completeExceptionally(ex);
		}
	}

	/**
	 * Limit the wait for an answer of the sentinel.
	 */
	<T> CompletableFuture<T> limited(CompletionStage<T> answer) {
		return this.timer.limited(answer, ANSWER_LIMIT.toNanos(), UNANSWERED);
	}

	/**
	 * Explain why the sentinel can't be used.
	 */
	StoreException explain(Throwable failure) {
		return ConnectionFailures.explainOfSentinel(this.client, this.sentinel, failure);
	}

}
