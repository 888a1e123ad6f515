package io.github.lockstarter.job;

/**
 * Receives the runs of the jobs of this JVM. Must not block; called on the threads of the
 * jobs. An exception is logged and changes nothing.
 */
public interface JobListener {

	/**
	 * Receive a job that is known from now on.
	 * @param name the name of its lock
	 */
	void added(String name);

	/**
	 * Receive a run that has ended.
	 * @param name the name of the job's lock
	 * @param run the run
	 */
	void ended(String name, JobRun run);

}
