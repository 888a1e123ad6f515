package io.github.lockstarter;

/**
 * Code that runs and may throw.
 *
 * @param <E> what it throws
 */
@FunctionalInterface
public interface ThrowingRunnable<E extends Throwable> {

	/**
	 * Run.
	 * @throws E if it fails
	 */
	void run() throws E;

}
