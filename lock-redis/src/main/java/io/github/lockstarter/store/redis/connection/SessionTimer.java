package io.github.lockstarter.store.redis.connection;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor.DiscardPolicy;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.github.lockstarter.containment.FailureIsolation;
import io.github.lockstarter.store.StoreException;

/**
 * Timer of one session, with a daemon thread of its own: any user of a shared thread may
 * block it. The thread starts with the timer, so that no command has to start one.
 */
public final class SessionTimer {

	/** An answer may have arrived while the JVM stood still, and not have been read. */
	private static final long READING_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

	private final ScheduledThreadPoolExecutor executor;

	/**
	 * Start the thread.
	 */
	public SessionTimer() {
		this(new ScheduledThreadPoolExecutor(1, SessionTimer::thread, new DiscardPolicy()));
	}

	SessionTimer(ScheduledThreadPoolExecutor executor) {
		this.executor = executor;
		this.executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
		this.executor.prestartCoreThread();
	}

	private static Thread thread(Runnable work) {
		Thread thread = new Thread(work, "lock-redis");
		thread.setDaemon(true);
		return thread;
	}

	/**
	 * Run a task later, unless the timer is closed by then.
	 */
	public void in(long nanos, Runnable task) {
		this.executor.schedule(() -> FailureIsolation.run("A task for the connections to Redis", task), nanos,
				TimeUnit.NANOSECONDS);
	}

	/**
	 * Limit a stage to a time, and a little longer.
	 * @param message the message if that was not enough
	 * @return a stage that completes like the given one, or fails
	 */
	public <T> CompletableFuture<T> limited(CompletionStage<T> stage, long nanos, String message) {
		CompletableFuture<T> limited = stage.thenApply(Function.identity()).toCompletableFuture();
		if (!limited.isDone()) {
			in(nanos, () -> in(READING_NANOS, () -> limited
				.completeExceptionally(new StoreException(message, true, StoreException.Kind.CONNECTION, null))));
		}
		return limited;
	}

	/**
	 * Stop the timer: no more tasks run.
	 */
	public void close() {
		this.executor.shutdown();
	}

}
