package io.github.lockstarter.sample.storm;

/**
 * How the orders are worked off.
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
