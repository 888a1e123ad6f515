package io.github.lockstarter.sample.storm;

import org.jspecify.annotations.Nullable;

/**
 * A process of the storm.
 *
 * @param number its number, from 1
 * @param pid its process id
 * @param state its state
 * @param report its last report of its locks; {@code null} if it has sent none
 */
public record WorkerStatus(int number, long pid, State state, @Nullable WorkerReport report) {

	/**
	 * Its name.
	 * @return the name
	 */
	public String name() {
		return nameOf(this.number);
	}

	static String nameOf(int number) {
		return "worker-" + number;
	}

	/**
	 * The state of a process.
	 */
	public enum State {

		/**
		 * It waits for the next storm.
		 */
		IDLE,

		/**
		 * It processes orders.
		 */
		WORKING,

		/**
		 * It is stopped, without knowing it.
		 */
		FROZEN,

		/**
		 * It was killed; another one is started for the next storm.
		 */
		DEAD

	}

}
