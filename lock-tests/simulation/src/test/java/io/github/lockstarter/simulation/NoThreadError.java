package io.github.lockstarter.simulation;

/**
 * Tells that the simulated system grants no thread.
 */
final class NoThreadError extends OutOfMemoryError {

	private static final long serialVersionUID = 1L;

	NoThreadError() {
		super("unable to create native thread: simulated");
	}

	/** Nobody reads where it was thrown, and there may be many. */
	@Override
	public synchronized Throwable fillInStackTrace() {
		return this;
	}

}
