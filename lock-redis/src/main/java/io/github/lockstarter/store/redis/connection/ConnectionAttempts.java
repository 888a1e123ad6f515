package io.github.lockstarter.store.redis.connection;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Kind;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;

/**
 * Attempts to connect. While none is answered, another one starts beside it every two
 * seconds, and the first to be answered counts: a lost attempt costs no more than that,
 * and a busy machine has longer. After eight seconds, all of them are given up. For its
 * first connection a JVM loads many classes: until then, all this takes twice as long.
 *
 * <p>
 * Each begins on a thread of its own, since a resolver of names may block. A connection
 * that arrives when its attempt was given up is closed.
 *
 * @param <C> the type of the connection
 */
public final class ConnectionAttempts<C extends StatefulConnection<String, String>> {

	private static final long INTERVAL_MILLIS = 2000;

	/** The number that may be unanswered, so that threads don't pile up. */
	private static final int MOST = 4;

	private static final long LONGEST_MILLIS = 2 * MOST * INTERVAL_MILLIS;

	private final SessionTimer timer;

	private final BooleanSupplier neverConnected;

	private final Function<ServerClient, CompletionStage<C>> connector;

	private final Runnable unanswered;

	private final ThreadFactory threads;

	private final AtomicInteger running = new AtomicInteger();

	/**
	 * Create this without an attempt.
	 * @param neverConnected tells whether there was no connection yet, so that a failure
	 * may be final
	 * @param connector connects with a client, and explains why that is not possible
	 * @param unanswered run when an attempt has not been answered in time
	 */
	public ConnectionAttempts(SessionTimer timer, BooleanSupplier neverConnected,
			Function<ServerClient, CompletionStage<C>> connector, Runnable unanswered) {
		this(timer, neverConnected, connector, unanswered, (work) -> new Thread(work, "lock-connect"));
	}

	ConnectionAttempts(SessionTimer timer, BooleanSupplier neverConnected,
			Function<ServerClient, CompletionStage<C>> connector, Runnable unanswered, ThreadFactory threads) {
		this.timer = timer;
		this.neverConnected = neverConnected;
		this.connector = connector;
		this.unanswered = unanswered;
		this.threads = threads;
	}

	/**
	 * Begin to connect.
	 * @param first run by the first thread, or that of the timer: it holds no mutex, so
	 * that it may call back at once
	 * @param opened completed with the connection; failing it gives up the attempts
	 * @param failed completes it with the failure
	 */
	void start(ServerClient client, Runnable first, CompletableFuture<C> opened, Consumer<Throwable> failed) {
		Consumer<Throwable> told = (failure) -> failed
			.accept(this.neverConnected.getAsBoolean() ? failure : ConnectionFailures.passing(failure));
		try {
			if (attempt(client, first, opened, told)) {
				plan(client, opened, told);
				return;
			}
			told.accept(failure("earlier attempts to connect to " + client.serverName() + " are still unanswered"
					+ ConnectionFailures.UNANSWERED));
		}
		catch (RuntimeException | Error ex) {
			// the system grants no more threads
			told.accept(ex);
		}
		this.timer.in(0, first);
	}

	/**
	 * Begin to connect by a single attempt, beside a connection that is open.
	 * @return the connection; fails if it does not arrive
	 */
	CompletableFuture<C> once(ServerClient client) {
		CompletableFuture<C> opened = new CompletableFuture<>();
		try {
			attempt(client, () -> {
			}, opened, opened::completeExceptionally);
		}
		catch (RuntimeException | Error ex) {
			// the system grants no more threads
			opened.completeExceptionally(ex);
		}
		in(MOST * INTERVAL_MILLIS, opened, () -> opened.completeExceptionally(failure("it did not answer in time")));
		return opened;
	}

	private void plan(ServerClient client, CompletableFuture<C> opened, Consumer<Throwable> failed) {
		long interval = this.neverConnected.getAsBoolean() ? 2 * INTERVAL_MILLIS : INTERVAL_MILLIS;
		for (int number = 1; number < MOST; number++) {
			in(number * interval, opened, () -> {
				this.unanswered.run();
				attempt(client, () -> {
				}, opened, failed);
			});
		}
		in(MOST * interval, opened,
				() -> failed.accept(failure(client.serverName() + " did not answer an attempt to connect within "
						+ MOST * interval + " ms" + ConnectionFailures.UNANSWERED)));
	}

	private void in(long millis, CompletableFuture<C> opened, Runnable task) {
		this.timer.in(TimeUnit.MILLISECONDS.toNanos(millis), () -> {
			if (!opened.isDone()) {
				task.run();
			}
		});
	}

	private boolean attempt(ServerClient client, Runnable first, CompletableFuture<C> opened,
			Consumer<Throwable> failed) {
		if (this.running.incrementAndGet() > MOST) {
			this.running.decrementAndGet();
			return false;
		}
		run(() -> {
			try {
				first.run();
				connect(client, opened, failed);
			}
			finally {
				this.running.decrementAndGet();
			}
		});
		return true;
	}

	private void run(Runnable attempt) {
		try {
			Thread thread = this.threads.newThread(attempt);
			thread.setDaemon(true);
			thread.start();
		}
		catch (RuntimeException | Error ex) {
			this.running.decrementAndGet();
			throw ex;
		}
	}

	private void connect(ServerClient client, CompletableFuture<C> opened, Consumer<Throwable> failed) {
		try {
			ConnectionHolder.deliver(this.connector.apply(client), opened,
					(failure) -> failed.accept(RedisErrors.unwrap(failure)));
		}
		catch (RuntimeException | Error ex) {
			failed.accept(ex);
		}
	}

	/**
	 * An address at which Lettuce gives up an attempt to connect, too: the end of its
	 * thread does not end it.
	 */
	public static RedisURI limited(RedisURI address) {
		return RedisURI.builder(address).withTimeout(Duration.ofMillis(LONGEST_MILLIS)).build();
	}

	/**
	 * The reason for silence while none is answered. Something that speaks no TLS may
	 * wait for the rest of a command when it is sent a handshake.
	 */
	public static StoreException notAnswered(ServerClient client) {
		return failure(
				client.serverName() + " has not answered an attempt to connect yet" + ConnectionFailures.UNANSWERED);
	}

	private static StoreException failure(String message) {
		return new StoreException(message, true, Kind.CONNECTION, null);
	}

}
