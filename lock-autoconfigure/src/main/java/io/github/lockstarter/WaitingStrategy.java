package io.github.lockstarter;

/**
 * How a waiter learns that it may have the lock.
 */
public enum WaitingStrategy {

	/**
	 * The default: it queues, and is told. Waiters get the lock in their order, JVM by
	 * JVM.
	 */
	NOTIFICATION,

	/**
	 * It asks again and again, as a {@link BackOff} says, and has no place in a queue:
	 * for a Redis that forbids publish and subscribe. In no order, and behind whoever
	 * queues.
	 */
	BACK_OFF

}
