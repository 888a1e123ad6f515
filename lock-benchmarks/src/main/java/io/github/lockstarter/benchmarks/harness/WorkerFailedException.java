package io.github.lockstarter.benchmarks.harness;

/**
 * A worker ended before it had done its work.
 */
final class WorkerFailedException extends RuntimeException {

	WorkerFailedException(String message) {
		super(message);
	}

}
