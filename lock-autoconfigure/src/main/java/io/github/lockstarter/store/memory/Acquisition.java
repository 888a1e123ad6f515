package io.github.lockstarter.store.memory;

import org.jspecify.annotations.Nullable;

/**
 * Identifies an acquisition.
 */
record Acquisition(String instance, long sequence) {

	/**
	 * Whether another acquisition is one that the same instance began later.
	 */
	boolean isOlderThan(@Nullable Acquisition other) {
		return other != null && other.instance.equals(this.instance) && other.sequence > this.sequence;
	}

}
