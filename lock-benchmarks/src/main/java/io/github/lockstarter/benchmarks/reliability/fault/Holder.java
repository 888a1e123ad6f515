package io.github.lockstarter.benchmarks.reliability.fault;

/**
 * A JVM that holds a lock at this moment.
 */
public interface Holder {

	/** End it at once. */
	void kill();

	/** Freeze it. */
	void freeze();

	/** Let it go on. */
	void resume();

}
