package io.github.lockstarter;

import org.jspecify.annotations.Nullable;

/**
 * A key can't be used: it is blank or too long, a part of it is null, or its expression
 * failed.
 */
public class LockKeyException extends LockException {

	private static final long serialVersionUID = 1L;

	/**
	 * Create the exception.
	 * @param message the key, the problem and what to do
	 * @param cause the failure of its expression, if there was one
	 */
	public LockKeyException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
