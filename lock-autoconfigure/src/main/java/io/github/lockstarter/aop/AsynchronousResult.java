package io.github.lockstarter.aop;

import io.github.lockstarter.LockHandle;
import org.jspecify.annotations.Nullable;

/**
 * A family of return types whose work ends after the method has returned, such as
 * futures. Beans of this type are asked in their order. Thread-safe.
 */
public interface AsynchronousResult {

	/**
	 * Whether a type belongs to the family.
	 * @param type the return type of a method, or the type of what it has returned
	 * @return whether its work ends later
	 */
	boolean includes(Class<?> type);

	/**
	 * Whether methods that return this type can be locked, because the family creates
	 * results of this type.
	 * @param type the return type of a method, which the family includes
	 * @return false for a subtype that only the application creates
	 */
	boolean makes(Class<?> type);

	/**
	 * Call a method whose return type belongs to the family, and hold its lock until its
	 * work has ended, whatever the outcome.
	 * @param call the call
	 * @return what the caller of the method gets
	 * @throws Throwable what the caller of the method gets instead
	 */
	@Nullable Object call(LockedCall call) throws Throwable;

	/**
	 * Create a result that has ended.
	 * @param type the return type of a method
	 * @param value the value with which it has ended; {@code null} for none
	 * @return the result; {@code null} if the family creates none of this type, or none
	 * with a value
	 */
	@Nullable Object of(Class<?> type, @Nullable Object value);

	/**
	 * Whether a result may end without a value.
	 * @param type the return type of a method
	 * @return false if {@link #of(Class, Object)} needs one
	 */
	default boolean mayBeEmpty(Class<?> type) {
		return true;
	}

	/**
	 * Whether a result may be the body of an HTTP entity that a controller returns.
	 * @param type the type of the result
	 * @return whether the family can hold the lock of such a method
	 */
	default boolean mayBeWithinAnEntity(Class<?> type) {
		return false;
	}

	/**
	 * Hold the lock until the work of a result has ended, where the return type of the
	 * method did not say that it is asynchronous.
	 * @param call the call
	 * @param handle the lock, which the result releases from now on
	 * @param result what the method returned
	 * @return what the caller of the method gets
	 * @throws IllegalStateException if the work of such a result begins after the method,
	 * so that this lock can't protect it; the lock then stays with the caller
	 */
	default Object hold(LockedCall call, LockHandle handle, Object result) {
		throw new IllegalStateException("The method " + call + " returned a " + result.getClass().getName()
				+ ", whose work has not begun yet, but its return type does not say so: none of it was done under the"
				+ " lock. Declare that type as the return type of the method.");
	}

}
