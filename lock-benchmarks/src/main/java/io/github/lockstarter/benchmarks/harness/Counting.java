package io.github.lockstarter.benchmarks.harness;

/**
 * Time at which the commands that clients send are counted. It slows Redis down.
 */
enum Counting {

	/** Not at all. */
	NEVER,

	/** For a short while after the measurement. */
	AFTER,

	/** While it is measured. */
	DURING

}
