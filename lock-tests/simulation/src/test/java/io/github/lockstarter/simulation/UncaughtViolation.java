package io.github.lockstarter.simulation;

/**
 * Tells that something was thrown that nobody caught, which no check has found.
 */
final class UncaughtViolation extends Violation {

	private static final long serialVersionUID = 1L;

	UncaughtViolation(Throwable thrown) {
		super("Something was thrown that nobody caught: " + thrown, thrown);
	}

}
