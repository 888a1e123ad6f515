package io.github.lockstarter;

/**
 * Kinds of locks. Locks of the same key exclude each other whatever their kinds: the kind
 * only decides with whom a holder shares.
 */
public enum LockKind {

	/**
	 * One holder at a time, which shares with nobody. For a key that others lock for
	 * reading, it is the write lock.
	 */
	MUTEX,

	/**
	 * Any number of readers at a time. Without a fencing token.
	 */
	READ,

	/**
	 * As many holders at a time as the permits allow: each uses some of a capacity.
	 * Without a fencing token.
	 */
	SEMAPHORE

}
