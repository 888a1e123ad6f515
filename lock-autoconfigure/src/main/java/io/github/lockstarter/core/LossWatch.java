package io.github.lockstarter.core;

/**
 * What a guarded body needs of its handle, to be interrupted when a lock is lost.
 */
interface LossWatch {

	/**
	 * Have something run at once when a lock is lost, on the thread that notices.
	 */
	void watch(Runnable prompt);

	void unwatch(Runnable prompt);

}
