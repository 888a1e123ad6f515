package io.github.lockstarter.store.quorum;

/**
 * The source of time of a quorum. Thread-safe.
 */
public interface QuorumTimer {

	/**
	 * The monotonic time.
	 * @return nanoseconds since some moment
	 */
	long nanoTime();

	/**
	 * Run a task later.
	 * @param task the task; must not block
	 * @param nanos the delay
	 * @return cancels the task if it has not run yet
	 */
	Runnable schedule(Runnable task, long nanos);

}
