package io.github.lockstarter.testing;

/**
 * A failure that no repetition excuses, whatever stood still meanwhile.
 */
public class NeverRepeatedError extends AssertionError {

	private static final long serialVersionUID = 1L;

	/**
	 * Create an error.
	 * @param message what was found
	 */
	public NeverRepeatedError(String message) {
		super(message);
	}

	/** Returns whether a failure is one of these, here or on another thread. */
	static boolean isIn(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof NeverRepeatedError) {
				return true;
			}
		}
		return false;
	}

}
