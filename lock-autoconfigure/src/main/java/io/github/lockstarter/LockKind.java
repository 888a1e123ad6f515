package io.github.lockstarter;

/**
 * Kinds of locks.
 */
public enum LockKind {

	/**
	 * One holder at a time.
	 */
	MUTEX

}
