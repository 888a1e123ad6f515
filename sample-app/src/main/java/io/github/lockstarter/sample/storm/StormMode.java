package io.github.lockstarter.sample.storm;

/**
 * The way in which the orders are processed.
 */
public enum StormMode {

	/**
	 * With the lock forgotten.
	 */
	UNLOCKED("without a lock"),

	/**
	 * Under the lock.
	 */
	LOCKED("@DistributedLock");

	private final String label;

	StormMode(String label) {
		this.label = label;
	}

	String label() {
		return this.label;
	}

}
