package io.github.lockstarter.store.quorum;

/**
 * The time of a quorum. Thread-safe.
 */
public interface QuorumTimer {

	/**
	 * The monotonic time.
	 * @return nanoseconds since some moment
	 */
	long nanoTime();

	/**
	 * Do something later.
	 * @param task what to do; must not block
	 * @param nanos how much later
	 * @return cancels it, if it is not done yet
	 */
	Runnable schedule(Runnable task, long nanos);

}
