package io.github.lockstarter.store.redis;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor.DiscardPolicy;
import java.util.concurrent.TimeUnit;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Timer of one session, with a daemon thread of its own: a thread that others share may
 * be blocked by any of them. The thread is there from the beginning, so that a command
 * never has to start one.
 */
final class SessionTimer {

	private static final Log logger = LogFactory.getLog(SessionTimer.class);

	private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, SessionTimer::thread,
			new DiscardPolicy());

	SessionTimer() {
		this.executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
		this.executor.prestartCoreThread();
	}

	private static Thread thread(Runnable work) {
		Thread thread = new Thread(work, "lock-redis");
		thread.setDaemon(true);
		return thread;
	}

	/**
	 * Run a task later; not at all if the timer is closed by then.
	 */
	void in(long nanos, Runnable task) {
		this.executor.schedule(() -> run(task), nanos, TimeUnit.NANOSECONDS);
	}

	private static void run(Runnable task) {
		try {
			task.run();
		}
		catch (Throwable ex) {
			logger.warn("Looking after the connections to Redis failed; it is repeated", ex);
		}
	}

	void close() {
		this.executor.shutdown();
	}

}
