package io.github.lockstarter.job;

/**
 * The outcome of a run of a job.
 */
public enum JobOutcome {

	/**
	 * The run returned, and held its lock until then.
	 */
	SUCCEEDED,

	/**
	 * The run threw an exception, or was cancelled.
	 */
	FAILED,

	/**
	 * The run returned, but had lost its lock before: another instance may have run the
	 * job as well.
	 */
	LOST

}
