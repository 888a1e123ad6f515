package io.github.lockstarter.core;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Runs the code of others off the timer's and the store's threads, on many threads since
 * it may block, but not on one each when a thousand locks are lost at once. After it was
 * shut down, code runs where it can: on the thread that calls.
 */
final class Callbacks {

	private static final Log logger = LogFactory.getLog(Callbacks.class);

	private static final int MOST_THREADS = 256;

	private final ThreadPoolExecutor threads;

	private final AtomicBoolean dropping = new AtomicBoolean();

	Callbacks(String name) {
		this(name, MOST_THREADS, Integer.MAX_VALUE);
	}

	/**
	 * Create it for code that may be left out if there is too much of it.
	 */
	Callbacks(String name, int mostThreads, int mostWaiting) {
		this.threads = new ThreadPoolExecutor(mostThreads, mostThreads, 1, TimeUnit.SECONDS,
				new LinkedBlockingQueue<>(mostWaiting), daemon(name));
		this.threads.allowCoreThreadTimeOut(true);
	}

	static ThreadFactory daemon(String name) {
		return (task) -> {
			Thread thread = new Thread(task, name);
			thread.setDaemon(true);
			return thread;
		};
	}

	/**
	 * Run a task whose failure concerns nobody else.
	 */
	void run(Runnable callback) {
		execute(() -> {
			try {
				callback.run();
			}
			catch (RuntimeException | Error ex) {
				logger.warn("A callback of a lock failed", ex);
			}
		});
	}

	void execute(Runnable task) {
		try {
			this.threads.execute(task);
		}
		catch (RejectedExecutionException ex) {
			if (this.threads.isShutdown()) {
				task.run();
			}
			else if (this.dropping.compareAndSet(false, true)) {
				logger.warn("Listeners of locks are slower than what happens to locks: some of it is not told to them");
			}
		}
	}

	void shutdown() {
		this.threads.shutdown();
	}

}
