package io.github.lockstarter.sample.storm;

import java.util.List;

import io.github.lockstarter.LockAdmin;

/**
 * The locks that the threads of one process hold and wait for.
 *
 * @param holding the locks that they hold
 * @param waiting the locks that they wait for
 */
public record WorkerReport(List<Hold> holding, List<Wait> waiting) {

	static WorkerReport of(LockAdmin locks) {
		return new WorkerReport(
				locks.held()
					.stream()
					.map((held) -> new Hold(held.key(), String.valueOf(held.thread()), held.heldFor().toMillis(),
							Long.toString(held.fencingToken())))
					.toList(),
				locks.waiting()
					.stream()
					.map((call) -> new Wait(call.key(), call.thread(), call.waited().toMillis()))
					.toList());
	}

	/**
	 * A lock that a thread holds.
	 *
	 * @param key the key
	 * @param thread the thread
	 * @param millis how long it has held it
	 * @param token the fencing token; 0 if the lock is shared
	 */
	public record Hold(String key, String thread, long millis, String token) {
	}

	/**
	 * A lock that a thread waits for.
	 *
	 * @param key the key
	 * @param thread the thread
	 * @param millis how long it has waited
	 */
	public record Wait(String key, String thread, long millis) {
	}

}
