package io.github.lockstarter.sample.storm;

import org.jspecify.annotations.Nullable;

/**
 * A process of the storm.
 *
 * @param number its number, from 1
 * @param pid its process id
 * @param state what it does
 * @param report what it holds and waits for, as it told last; {@code null} if it has told
 * nothing
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
	 * What a process does.
	 */
	public enum State {

		/**
		 * Waits for the next storm.
		 */
		IDLE,

		/**
		 * Works orders off.
		 */
		WORKING,

		/**
		 * Is stopped, and does not know it.
		 */
		FROZEN,

		/**
		 * Was killed; another one is started for the next storm.
		 */
		DEAD

	}

}
