package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

import io.github.lockstarter.containment.FailureIsolation;
import io.github.lockstarter.containment.StackProbe;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Kind;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Runs requests to the database on a few threads of its own, which start when they are
 * needed and end when they are idle, so that no caller waits for a connection or an
 * answer. A request that is not answered in time fails, whatever its thread waits for.
 * Thread-safe.
 */
final class Requests {

	private static final Log logger = LogFactory.getLog(Requests.class);

	/** The time limit of a request, including all waits. */
	private static final Duration LONGEST = Duration.ofSeconds(5);

	private static final int LONGEST_QUEUE = 10_000;

	private static final long SWEEP_NANOS = TimeUnit.SECONDS.toNanos(60);

	static final Runnable NOTHING = () -> {
	};

	private static final AtomicInteger THREADS = new AtomicInteger();

	private final Connections connections;

	private final String tableName;

	private final Deadlines deadlines = new Deadlines(LONGEST, newTimer());

	private final ThreadPoolExecutor executor;

	private final AtomicLong sweptAt = new AtomicLong(System.nanoTime());

	private final Gathered<NewRow> beginnings = new Gathered<>(this, NewRow::key,
			(connection, table, rows) -> table.begin(connection, rows));

	private final Gathered<LastRow> endings = new Gathered<>(this, (last) -> last.row().key(),
			(connection, table, rows) -> table.end(connection, rows));

	private volatile @Nullable LockTable table;

	Requests(Connections connections, JdbcStoreSettings settings) {
		this.connections = connections;
		this.tableName = settings.table();
		this.executor = new ThreadPoolExecutor(settings.maxConnections(), settings.maxConnections(), 10,
				TimeUnit.SECONDS, new LinkedBlockingQueue<>(LONGEST_QUEUE), Requests::newThread);
		this.executor.allowCoreThreadTimeOut(true);
	}

	static ScheduledExecutorService newTimer() {
		ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1,
				(task) -> daemon(task, "lock-jdbc-timer"));
		timer.setKeepAliveTime(10, TimeUnit.SECONDS);
		timer.allowCoreThreadTimeOut(true);
		return timer;
	}

	private static Thread newThread(Runnable task) {
		return daemon(task, "lock-jdbc-" + THREADS.incrementAndGet());
	}

	private static Thread daemon(Runnable task, String name) {
		Thread thread = new Thread(task, name);
		thread.setDaemon(true);
		return thread;
	}

	/**
	 * Run a step on a connection.
	 * @return a stage that completes with its result, or exceptionally with a
	 * {@link StoreException}
	 */
	<T> CompletableFuture<T> run(Work<T> work) {
		CompletableFuture<T> result = new CompletableFuture<>();
		return run(result, () -> true, (connection, table) -> {
			T value = work.on(connection, table);
			return () -> result.complete(value);
		});
	}

	/**
	 * Run a step on a connection, unless it is no longer needed.
	 * @param result completed by the step, or by another one
	 * @return a stage as the result, in time
	 */
	<T> CompletableFuture<T> run(CompletableFuture<T> result, BooleanSupplier needed, Step step) {
		StackProbe.check();
		try {
			this.executor.execute(() -> {
				if (needed.getAsBoolean()) {
					complete(result, step);
				}
			});
		}
		catch (RejectedExecutionException ex) {
			return CompletableFuture.failedFuture(new StoreException(
					LONGEST_QUEUE + " requests already wait for a connection to the database", true, ex));
		}
		return limited(result);
	}

	/**
	 * Let a request that consists of several steps fail if they take too long together.
	 */
	<T> CompletableFuture<T> limited(CompletableFuture<T> result) {
		this.deadlines.add(result);
		return result.exceptionallyCompose(this::failed);
	}

	private <T> CompletableFuture<T> failed(Throwable thrown) {
		Throwable failure = (thrown instanceof CompletionException && thrown.getCause() != null) ? thrown.getCause()
				: thrown;
		return CompletableFuture.failedFuture((failure instanceof TimeoutException)
				? new StoreException("the database, or its pool of connections, has not answered for "
						+ LONGEST.toSeconds() + " seconds", true, Kind.CONNECTION, failure)
				: Failures.translate(failure, this.tableName, this.table == null));
	}

	/**
	 * Create the row of a lock that has none.
	 * @return the moment at which it was created; empty if it existed already
	 */
	CompletableFuture<OptionalLong> begin(NewRow row) {
		return this.beginnings.send(row);
	}

	/**
	 * Delete a row if it is still the same, but not after a certain moment.
	 * @return the moment at which it was deleted; empty if it was not
	 */
	CompletableFuture<OptionalLong> end(LastRow last) {
		return this.endings.send(last);
	}

	private void complete(CompletableFuture<?> result, Step step) {
		if (result.isDone()) {
			return;
		}
		Runnable then = NOTHING;
		try (Connection connection = this.connections.open()) {
			if (!result.isDone()) {
				then = onItsOwn(connection, step);
			}
		}
		catch (Throwable ex) {
			result.completeExceptionally(ex);
		}
		then.run();
	}

	private Runnable onItsOwn(Connection connection, Step step) throws SQLException {
		try (BorrowedConnection borrowed = new BorrowedConnection(connection)) {
			borrowed.commitEachStatement();
			Runnable then = step.on(connection, table(connection));
			sweepIfDue(connection);
			return then;
		}
	}

	private LockTable table(Connection connection) throws SQLException {
		LockTable known = this.table;
		if (known == null) {
			known = new LockTable(Dialect.of(connection), this.tableName);
			this.table = known;
		}
		return known;
	}

	/** The request is done, so it must not fail with the sweep. */
	private void sweepIfDue(Connection connection) {
		long last = this.sweptAt.get();
		long now = System.nanoTime();
		if (now - last > SWEEP_NANOS && this.sweptAt.compareAndSet(last, now)) {
			try {
				table(connection).sweep(connection);
			}
			catch (Throwable ex) {
				FailureIsolation.run("The message about a sweep",
						() -> logger.debug("Locks left behind by dead JVMs could not be deleted", ex));
			}
		}
	}

	/**
	 * A step on a connection that passes on its result itself.
	 */
	interface Step {

		/** Returns what is to be done when the connection has been given back. */
		Runnable on(Connection connection, LockTable table) throws SQLException;

	}

	/**
	 * A step on a connection.
	 */
	interface Work<T> {

		T on(Connection connection, LockTable table) throws SQLException;

	}

}
