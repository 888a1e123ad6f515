package io.github.lockstarter.core;

/**
 * View of a handle for a guarded body, which is interrupted when a lock is lost.
 */
interface LossWatch {

	/**
	 * Have something run at once when a lock is lost, on the thread that notices.
	 */
	void watch(Runnable prompt);

	void unwatch(Runnable prompt);

}
