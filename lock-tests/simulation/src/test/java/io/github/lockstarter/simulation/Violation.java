package io.github.lockstarter.simulation;

/**
 * Tells that something happened that must not.
 */
class Violation extends AssertionError {

	private static final long serialVersionUID = 1L;

	Violation(String message) {
		super(message);
	}

	Violation(String message, Throwable cause) {
		super(message, cause);
	}

}
