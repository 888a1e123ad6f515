package io.github.lockstarter.sample.live;

import java.time.Instant;
import java.util.List;

/**
 * A lock: its holders according to Redis, and its waiting threads according to the last
 * reports of their processes.
 *
 * @param key its key
 * @param holders its holders
 * @param queue the number of processes in its queue in Redis
 * @param waiters the threads that wait for it, those that have waited longest first
 */
record LockView(String key, List<Holder> holders, int queue, List<Waiter> waiters) {

	/**
	 * A holder.
	 *
	 * @param instance the process
	 * @param thread the thread for which the process got the lock
	 * @param since when it acquired the lock
	 * @param remaining how long the lease lasts if it is not renewed, in milliseconds
	 * @param token the fencing token; 0 if the lock is shared
	 * @param kind the kind of lock that it has
	 */
	record Holder(String instance, String thread, Instant since, long remaining, String token, String kind) {
	}

	/**
	 * A thread that waits.
	 *
	 * @param instance its process
	 * @param thread its name
	 * @param millis how long it has waited
	 */
	record Waiter(String instance, String thread, long millis) {
	}

}
