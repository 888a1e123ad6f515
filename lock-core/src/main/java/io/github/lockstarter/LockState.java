package io.github.lockstarter;

/**
 * The state of the ownership of a lock, as far as it is known.
 */
public enum LockState {

	/**
	 * The lock is held.
	 */
	HELD,

	/**
	 * The lock is held, but the last attempt to confirm it with the store has failed or
	 * is not answered yet. It becomes {@link #HELD} or {@link #LOST}, by the end of
	 * validity at the latest.
	 */
	UNCERTAIN,

	/**
	 * The lock was lost, and never comes back.
	 */
	LOST,

	/**
	 * The lock was given back in time.
	 */
	RELEASED

}
