package io.github.lockstarter.test;

/**
 * The behaviour of locks in a test.
 */
public enum TestLockMode {

	/**
	 * Locks are kept inside this JVM, with all their rules.
	 */
	IN_MEMORY,

	/**
	 * Every lock is granted at once, even if it is held elsewhere.
	 */
	GRANTED,

	/**
	 * No lock is granted, and no call waits, as if others held all locks.
	 */
	REFUSED,

	/**
	 * No lock is granted, as if the store were down.
	 */
	UNAVAILABLE

}
