package io.github.lockstarter;

import org.jspecify.annotations.Nullable;

/**
 * An annotated method can't be locked as it is written. Thrown at start-up, or at a call
 * if the defect shows only there.
 */
public class LockDefinitionException extends LockException {

	private static final long serialVersionUID = 1L;

	private final String action;

	/**
	 * Create the exception.
	 * @param description the method, and what is wrong with it
	 * @param action what to do
	 * @param cause the cause, if there is one
	 */
	public LockDefinitionException(String description, String action, @Nullable Throwable cause) {
		super(description + " " + action, cause);
		this.action = action;
	}

	/**
	 * The advice on what to do.
	 * @return an imperative sentence
	 */
	public String getAction() {
		return this.action;
	}

}
