package io.github.lockstarter.store;

/**
 * Receives grants, the news that a lock was taken away, and the warning that such news
 * may have been missed.
 */
public interface GrantListener {

	/**
	 * The lock was granted to a waiter of this instance. May come late, or twice.
	 * @param grant the grant
	 */
	void granted(Grant grant);

	/**
	 * An acquisition of this instance was ended by
	 * {@link LockSession#forceRelease(String, LockRecord.Hold) force}. May come late,
	 * twice, or not at all.
	 * @param key the lock
	 * @param sequence the acquisition that held it
	 */
	void revoked(String key, long sequence);

	/**
	 * An acquisition of this instance held the lock, and the store does not know it as
	 * the holder any more. May come late, twice, or not at all.
	 * @param key the lock
	 * @param sequence the acquisition that held it
	 * @param answer what the store says of it instead
	 */
	default void disowned(String key, long sequence, StoreAnswer answer) {
		revoked(key, sequence);
	}

	/**
	 * Grants may have been missed, since the way they take was interrupted: all waiters
	 * should ask again.
	 */
	void interrupted();

}
