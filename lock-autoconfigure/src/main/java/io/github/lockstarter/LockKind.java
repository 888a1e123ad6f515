package io.github.lockstarter;

/**
 * Kinds of locks. Locks of the same key exclude each other whatever their kinds: what
 * differs is with whom a holder shares.
 */
public enum LockKind {

	/**
	 * One holder at a time, who shares with nobody. Of a key that others lock for reading
	 * it is the write lock.
	 */
	MUTEX,

	/**
	 * Any number of readers at a time. Without a fencing token.
	 */
	READ,

	/**
	 * As many holders at a time as there are permits for: each uses some of a capacity.
	 * Without a fencing token.
	 */
	SEMAPHORE

}
