package io.github.lockstarter.store;

/**
 * Is told when a grant arrives, or when grants may have been missed.
 */
public interface GrantListener {

	/**
	 * The lock was granted to a waiter of this instance. May come late, or twice.
	 * @param grant the grant
	 */
	void granted(Grant grant);

	/**
	 * Grants may have been missed, since the way they take was interrupted: all waiters
	 * should ask again.
	 */
	void interrupted();

}
