package io.github.lockstarter;

/**
 * An event of a lock of this application. Published to the listeners of the application
 * context, on a thread of this library and therefore a little later; an exception of a
 * listener is logged and changes nothing, and a slow listener delays no lock. An event
 * without a listener is not published. A lock of several keys has one event for each key.
 * Immutable.
 */
public sealed interface LockEvent permits LockAcquiredEvent, LockRefusedEvent, LockLostEvent,
		LockReleasedAfterLossEvent, LockReleasedByForceEvent {

	/**
	 * The name of the lock.
	 * @return the name, the same for many keys; empty if it has none
	 */
	String name();

	/**
	 * The lock.
	 * @return its key, without the prefix
	 */
	String key();

	/**
	 * The kind of lock.
	 * @return the kind
	 */
	LockKind kind();

}
