package io.github.lockstarter;

import org.jspecify.annotations.Nullable;

/**
 * The root of all exceptions of this library.
 */
public abstract class LockException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	/**
	 * For subclasses.
	 * @param message what happened and what to do
	 * @param cause the cause, if there is one
	 */
	protected LockException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
