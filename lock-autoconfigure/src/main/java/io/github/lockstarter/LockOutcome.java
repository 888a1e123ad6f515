package io.github.lockstarter;

/**
 * How an acquisition ended.
 */
public enum LockOutcome {

	/**
	 * The lock was acquired.
	 */
	ACQUIRED,

	/**
	 * Others held the lock all the time that was to be waited.
	 */
	TIMED_OUT,

	/**
	 * Others held the lock at each of the attempts that were to be made.
	 */
	EXHAUSTED,

	/**
	 * As many threads of this JVM waited already as may wait.
	 */
	CROWDED,

	/**
	 * The waiting thread was interrupted.
	 */
	INTERRUPTED,

	/**
	 * The store did not answer, or can't be used.
	 */
	UNAVAILABLE

}
