package io.github.lockstarter.store;

/**
 * Receives grants, the news that a lock was taken away, and warnings that such news may
 * have been missed.
 */
public interface GrantListener {

	/**
	 * Receive a grant to a waiter of this instance. May come late, or twice.
	 * @param grant the grant
	 */
	void granted(GrantNotification grant);

	/**
	 * Receive the news that an acquisition of this instance was
	 * {@linkplain LockSession#forceRelease(String, LockRecord.Hold) released by force}.
	 * May come late, twice, or not at all, and from whoever may send messages: the store
	 * is asked, and only its answer counts.
	 * @param key the lock
	 * @param sequence the acquisition that held it
	 */
	void revoked(String key, long sequence);

	/**
	 * Receive the news that the store no longer knows an acquisition of this instance as
	 * the holder of its lock. May come late, twice, or not at all.
	 * @param key the lock
	 * @param sequence the acquisition that held it
	 * @param answer the store's answer about it
	 */
	default void ownershipDenied(String key, long sequence, StoreAnswer answer) {
		revoked(key, sequence);
	}

	/**
	 * Receive the warning that grants may have been missed because their channel was
	 * interrupted: all waiters should ask again.
	 */
	void grantsMayBeLost();

}
