package io.github.lockstarter;

/**
 * Something that happened to a lock of this application. Published as an event of the
 * application context, on a thread of this library and so a little later; what a listener
 * throws is logged and changes nothing, and one that is slow holds up no lock. What
 * nobody listens to is not published. A lock of several keys has an event for each.
 */
public sealed interface LockEvent permits LockAcquiredEvent, LockRefusedEvent, LockLostEvent, LockReleasedLateEvent {

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

}
