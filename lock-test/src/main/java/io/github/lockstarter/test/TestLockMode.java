package io.github.lockstarter.test;

/**
 * How locks behave in a test.
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
	 * No lock is granted, and none is waited for, as if others held them all.
	 */
	REFUSED,

	/**
	 * No lock is granted, as if the store were down.
	 */
	UNAVAILABLE

}
