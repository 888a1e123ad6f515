package io.github.lockstarter;

/**
 * The outcome of an acquisition.
 */
public enum LockOutcome {

	/**
	 * The lock was acquired.
	 */
	ACQUIRED,

	/**
	 * The lock was held by others for the whole wait time.
	 */
	TIMED_OUT,

	/**
	 * The lock was held by others at every allowed attempt.
	 */
	EXHAUSTED,

	/**
	 * The limit of waiting threads in this JVM was reached.
	 */
	TOO_MANY_WAITERS,

	/**
	 * The calling thread held the lock itself, and re-entry was off.
	 */
	HELD_BY_CALLER,

	/**
	 * The waiting thread was interrupted.
	 */
	INTERRUPTED,

	/**
	 * The store did not answer, or can't be used.
	 */
	UNAVAILABLE

}
