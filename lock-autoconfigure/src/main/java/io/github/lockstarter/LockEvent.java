package io.github.lockstarter;

/**
 * Something that happened to a lock of this application. Published as an event of the
 * application context, on a thread of this library; what a listener throws is logged and
 * changes nothing.
 */
public sealed interface LockEvent permits LockLostEvent {

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
