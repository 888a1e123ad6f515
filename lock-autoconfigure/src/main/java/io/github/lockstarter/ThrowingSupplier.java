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

}
