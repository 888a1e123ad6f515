package io.github.lockstarter;

/**
 * What an annotated method does when the store of its lock is unavailable. It never runs
 * without the lock.
 */
public enum UnavailablePolicy {

	/**
	 * What the property {@code distributed-lock.on-unavailable} says.
	 */
	DEFAULT,

	/**
	 * Throw {@link LockUnavailableException}, whatever the fail strategy. What the
	 * property is if it is not set.
	 */
	FAIL,

	/**
	 * Do what is done when others hold the lock: the fallback, the handlers, or the fail
	 * strategy. Logged at WARN, unless a {@link LockUnavailableException} comes of it.
	 */
	REFUSE

}
