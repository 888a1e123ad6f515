package io.github.lockstarter.benchmarks.harness;

/**
 * A contender let two into a critical section at the same time.
 */
public final class ExclusionViolatedException extends RuntimeException {

	ExclusionViolatedException(String message) {
		super(message);
	}

}
