package io.github.lockstarter.applications;

/**
 * A number that is read, and written later: without a lock, numbers would be lost.
 */
public class Tally {

	private volatile int value;

	/** Read it. */
	public int read() {
		return this.value;
	}

	/** Write the next one after a number that was read. */
	public int write(int read) {
		this.value = read + 1;
		return read + 1;
	}

}
