package io.github.lockstarter.benchmarks.worker;

/**
 * Kinds of work.
 */
public enum Load {

	/** Threads take and release locks in a loop. */
	LOOP

}
