package io.github.lockstarter.benchmarks.harness;

/**
 * A worker ended before it had done its work.
 */
public final class WorkerFailedException extends RuntimeException {

	/**
	 * Create one.
	 * @param message what happened
	 */
	public WorkerFailedException(String message) {
		super(message);
	}

}
