package io.github.lockstarter.store;

import org.jspecify.annotations.Nullable;

/**
 * A store failed: it can't be reached, did not answer, or refused to serve.
 */
public class StoreException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final boolean passing;

	/**
	 * Create the exception.
	 * @param message what happened and, if a person has to do something, what
	 * @param passing whether trying again may help
	 * @param cause the failure below
	 */
	public StoreException(String message, boolean passing, @Nullable Throwable cause) {
		super(message, cause);
		this.passing = passing;
	}

	/**
	 * Whether trying again may help.
	 * @return false if it can't help before somebody changes something
	 */
	public boolean isPassing() {
		return this.passing;
	}

}
