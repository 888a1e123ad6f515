package io.github.lockstarter;

/**
 * Decides what an annotated method does when the store of its lock is unavailable. The
 * method never runs without the lock.
 */
public enum UnavailablePolicy {

	/**
	 * The policy that the property {@code distributed-lock.on-unavailable} sets.
	 */
	DEFAULT,

	/**
	 * Throw {@link LockUnavailableException}, whatever the fail strategy. The default of
	 * the property.
	 */
	FAIL,

	/**
	 * Act as if others held the lock: the fallback, the handlers, or the fail strategy
	 * decides. Logged at WARN, unless the call ends with a
	 * {@link LockUnavailableException}.
	 */
	TREAT_AS_CONTENDED

}
