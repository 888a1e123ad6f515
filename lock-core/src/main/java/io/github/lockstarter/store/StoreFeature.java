package io.github.lockstarter.store;

/**
 * A feature that not every {@link LockStore} has.
 */
public enum StoreFeature {

	/**
	 * A queue: a waiter has a place, in the order in which all have come, and is notified
	 * of its grant. Without it, every request is answered as if it asked for no place;
	 * the first waiter of each participant asks again after a pause, and fair locks are
	 * refused.
	 */
	QUEUE,

	/**
	 * Shares: several may hold a lock at the same time. Without it, read locks and
	 * semaphores are refused.
	 */
	SHARES,

	/**
	 * A {@link Vote}: the store can be one of several that decide by majority.
	 */
	VOTES

}
