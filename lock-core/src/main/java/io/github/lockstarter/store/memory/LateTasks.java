package io.github.lockstarter.store.memory;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.containment.FailureIsolation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs delayed tasks of the store, one at a time and in order, on a daemon thread that
 * starts when it is needed and ends when it is idle. A task that throws does not affect
 * others. Thread-safe.
 */
final class LateTasks {

	private static final Logger logger = LoggerFactory.getLogger(LateTasks.class);

	private final ScheduledThreadPoolExecutor executor;

	LateTasks(String threadName) {
		this.executor = new ScheduledThreadPoolExecutor(1, (task) -> {
			Thread thread = new Thread(task, threadName);
			thread.setDaemon(true);
			return thread;
		});
		this.executor.setKeepAliveTime(1, TimeUnit.SECONDS);
		this.executor.allowCoreThreadTimeOut(true);
	}

	void run(Runnable task, long delayMillis) {
		try {
			this.executor.schedule(() -> FailureIsolation.run("A task of the lock store in memory", task), delayMillis,
					TimeUnit.MILLISECONDS);
		}
		catch (OutOfMemoryError ex) {
			// No thread can be started now. The task waits until the next one starts a
			// thread.
			FailureIsolation.run("A message", () -> logger
				.debug("Can't start a thread for the lock store in memory; its next task tries again", ex));
		}
	}

}
