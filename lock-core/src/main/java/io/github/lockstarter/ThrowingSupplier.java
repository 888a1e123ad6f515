package io.github.lockstarter;

import org.jspecify.annotations.Nullable;

/**
 * Code that returns something and may throw.
 *
 * @param <T> what it returns
 * @param <E> what it throws
 */
@FunctionalInterface
public interface ThrowingSupplier<T extends @Nullable Object, E extends Throwable> {

	/**
	 * Get the result.
	 * @return the result
	 * @throws E if it fails
	 */
	T get() throws E;

	/**
	 * The body to run under a lock, as a supplier.
	 * @param body what to run
	 * @param <E> what it throws
	 * @return a supplier that runs the body and returns true
	 * @throws IllegalArgumentException if the body is null
	 */
	static <E extends Throwable> ThrowingSupplier<Boolean, E> of(ThrowingRunnable<E> body) {
		checkBody(body);
		return () -> {
			body.run();
			return true;
		};
	}

	/**
	 * Refuse a body that is null, before a lock is taken for it.
	 * @param body the body
	 * @throws IllegalArgumentException with a message that says what to do
	 */
	static void checkBody(@Nullable Object body) {
		if (body == null) {
			throw new IllegalArgumentException("The body to run under the lock is null; pass the code to run.");
		}
	}

}
