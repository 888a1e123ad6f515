package io.github.lockstarter.aop;

import java.lang.reflect.Method;
import java.util.stream.IntStream;

import io.github.lockstarter.LockHandle;

/**
 * The transactions inside which locked methods may be called: all that locks need to know
 * about them, whatever makes them.
 */
public interface Transactions {

	/**
	 * For applications without transactions.
	 */
	Transactions NONE = new NoTransactions();

	/**
	 * Whether the application has transactions.
	 * @return whether there is a transaction manager
	 */
	boolean arePossible();

	/**
	 * The places of transactions among the advisors.
	 * @return their orders; empty if none is applied as advice
	 */
	IntStream advisorOrders();

	/**
	 * Whether a transaction runs on this thread that a lock can be bound to.
	 * @return whether one runs
	 */
	boolean isActive();

	/**
	 * Whether a method does its work in the transaction of its caller.
	 * @param method the method
	 * @param type the class of its bean
	 * @return false if it is known to run in a transaction of its own, or in none
	 */
	boolean isJoinedBy(Method method, Class<?> type);

	/**
	 * Bind a lock to the transaction that runs on this thread: it is rolled back instead
	 * of committed if the lock was lost by then, or if the lock was not released before
	 * and is certain for too short a time.
	 * @param handle the lock
	 * @param release runs when the transaction has ended, whatever its outcome
	 * @throws IllegalStateException if none {@link #isActive() runs}
	 */
	void bind(LockHandle handle, Runnable release);

}
