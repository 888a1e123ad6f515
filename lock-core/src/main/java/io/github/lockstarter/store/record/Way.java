package io.github.lockstarter.store.record;

/**
 * The way in which a waiter learns of its grant.
 */
public enum Way {

	/**
	 * It is notified. It is unreachable while its instance does not listen.
	 */
	TOLD,

	/**
	 * It can't be notified and asks every second, so it is never unreachable.
	 */
	DEAF

}
