package io.github.lockstarter.applications;

/**
 * A number that is read, and written later: without a lock, numbers would be lost.
 */
public class Tally {

	private volatile int value;

	/** What to do with the number that was read. */
	public int read() {
		return this.value;
	}

	/** Write it, when something else may have been done. */
	public int write(int read) {
		this.value = read + 1;
		return read + 1;
	}

}
