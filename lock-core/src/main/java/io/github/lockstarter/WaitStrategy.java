package io.github.lockstarter;

/**
 * The way in which a waiter learns that it may take the lock.
 */
public enum WaitStrategy {

	/**
	 * The strategy that the property {@code distributed-lock.wait-strategy} sets.
	 */
	DEFAULT,

	/**
	 * The default of the property: the waiter queues and is notified. Waiters get the
	 * lock in order, JVM by JVM.
	 */
	NOTIFICATION,

	/**
	 * The waiter polls, with the pauses of a {@link BackOff}, and has no place in a
	 * queue: for a Redis that forbids publish and subscribe. Such waiters get the lock in
	 * no particular order, and after those that queue.
	 */
	BACK_OFF

}
