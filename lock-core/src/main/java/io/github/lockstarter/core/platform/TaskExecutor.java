package io.github.lockstarter.core.platform;

import java.util.concurrent.Executor;

/**
 * Runs tasks that may block. Rejects them with a
 * {@link java.util.concurrent.RejectedExecutionException} when too many wait or it was
 * shut down, and throws an {@link OutOfMemoryError} when the system grants no thread.
 * Thread-safe.
 */
public interface TaskExecutor extends Executor {

	/**
	 * Take no more tasks, and let those run that were taken.
	 */
	void shutdown();

}
