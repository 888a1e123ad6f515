package io.github.lockstarter.core.platform;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

/**
 * Runs short tasks later, one at a time. What a task throws is logged, and concerns no
 * other. Thread-safe.
 */
public interface Timer {

	/**
	 * Run a task once.
	 * @param task the task, which must not block
	 * @param nanos after how many nanoseconds; at once if that is not positive
	 * @return cancels the task
	 * @throws RejectedExecutionException if the timer was shut down
	 */
	Future<?> schedule(Runnable task, long nanos);

	/**
	 * Number of tasks that are still to run.
	 * @return their number
	 */
	int scheduled();

	/**
	 * Drop the tasks that are still to run, and take no more.
	 */
	void shutdown();

}
