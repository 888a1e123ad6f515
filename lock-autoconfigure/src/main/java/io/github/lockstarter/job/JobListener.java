package io.github.lockstarter.job;

/**
 * Is told of the jobs of this JVM. Must not block; called on the threads of the jobs. An
 * exception is logged and changes nothing.
 */
public interface JobListener {

	/**
	 * A job is known from now on.
	 * @param name the name of its lock
	 */
	void added(String name);

	/**
	 * A run has ended.
	 * @param name the name of the job's lock
	 * @param run the run
	 */
	void ended(String name, JobRun run);

}
