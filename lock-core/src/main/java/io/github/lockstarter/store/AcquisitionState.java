package io.github.lockstarter.store;

/**
 * The state of an acquisition, as a store reports it.
 */
public enum AcquisitionState {

	/**
	 * It holds the lock.
	 */
	GRANTED,

	/**
	 * It has a place in the queue.
	 */
	QUEUED,

	/**
	 * Another acquisition holds the lock, and this one did not ask to be queued.
	 */
	REFUSED,

	/**
	 * It finished before it was granted.
	 */
	CANCELLED,

	/**
	 * It held the lock and released it in time.
	 */
	RELEASED,

	/**
	 * It held the lock until its lease ended or it was released by force.
	 */
	LOST,

	/**
	 * The store does not know it, or no longer knows how it finished.
	 */
	UNKNOWN

}
