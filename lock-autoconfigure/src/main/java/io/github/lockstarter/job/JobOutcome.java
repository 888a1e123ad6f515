package io.github.lockstarter.job;

/**
 * How a run of a job ended.
 */
public enum JobOutcome {

	/**
	 * It returned, and held its lock until then.
	 */
	SUCCEEDED,

	/**
	 * It threw an exception.
	 */
	FAILED,

	/**
	 * It returned, but had lost its lock before: another may have run it as well.
	 */
	LOST

}
