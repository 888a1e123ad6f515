package io.github.lockstarter.containment;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/**
 * Logs on a thread of its own, which ends when it has nothing to do: an appender may
 * block, and must not block a thread that renews leases or receives answers. Then
 * messages wait, and of too many the last ones are only counted. Thread-safe.
 */
public final class BackgroundLog {

	private static final int MOST_WAITING = 1000;

	private static final ThreadPoolExecutor thread = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS,
			new LinkedBlockingQueue<>(MOST_WAITING), BackgroundLog::daemon);

	/** Number of messages that were passed to the thread and are not logged yet. */
	private static final AtomicInteger waiting = new AtomicInteger();

	/** Number of messages that there was no room for. */
	private static final AtomicInteger missing = new AtomicInteger();

	static {
		thread.allowCoreThreadTimeOut(true);
	}

	private BackgroundLog() {
	}

	private static Thread daemon(Runnable task) {
		Thread daemon = new Thread(null, task, "lock-log", 0, false);
		daemon.setDaemon(true);
		return daemon;
	}

	/** Log a warning. */
	public static void warn(Logger logger, String message) {
		log(logger, Level.WARN, message, null);
	}

	/** Log a warning with what was thrown. */
	public static void warn(Logger logger, String message, @Nullable Throwable thrown) {
		log(logger, Level.WARN, message, thrown);
	}

	/** Log a message, if its level is enabled. */
	public static void log(Logger logger, Level level, String message, @Nullable Throwable thrown) {
		if (logger.isEnabledForLevel(level)) {
			waiting.incrementAndGet();
			try {
				thread.execute(() -> write(logger, level, message, thrown));
			}
			catch (Throwable ex) {
				waiting.decrementAndGet();
				missing.incrementAndGet();
			}
		}
	}

	/** An exception of an appender has nobody to be told to. */
	private static void write(Logger logger, Level level, String message, @Nullable Throwable thrown) {
		try {
			logger.atLevel(level).setCause(thrown).log(message);
			int lost = missing.getAndSet(0);
			if (lost > 0) {
				logger.warn(lost + " messages of locks are missing here, since the log was too slow for them.");
			}
		}
		catch (Throwable ex) {
			// The log has failed, so nothing can be reported.
		}
		finally {
			waiting.decrementAndGet();
		}
	}

	/**
	 * Wait until what was to be logged before is logged.
	 * @throws java.util.concurrent.RejectedExecutionException if too much waits already
	 */
	public static void flush() {
		if (waiting.get() > 0) {
			CompletableFuture.runAsync(() -> {
			}, thread).join();
		}
	}

}
