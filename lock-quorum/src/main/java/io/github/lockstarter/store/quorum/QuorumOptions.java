package io.github.lockstarter.store.quorum;

import java.time.Duration;

/**
 * The options of a quorum of stores. Immutable.
 *
 * @param nodeTimeout the time to wait for a node; far shorter than a lease
 * @param longestLease the time that a node must have been up to get a vote; no lease may
 * be longer. Zero gives each node a vote at once: only for stores that forget nothing
 * when they restart
 */
public record QuorumOptions(Duration nodeTimeout, Duration longestLease) {

	/** 50 ms, and a minute. */
	public static final QuorumOptions DEFAULT = new QuorumOptions(Duration.ofMillis(50), Duration.ofMinutes(1));

	/**
	 * Create options.
	 * @throws IllegalArgumentException with a message that says what to do
	 */
	public QuorumOptions {
		if (nodeTimeout.toMillis() < 1 || nodeTimeout.compareTo(Duration.ofSeconds(5)) > 0) {
			throw new IllegalArgumentException(
					"The node timeout is " + nodeTimeout.toMillis() + " ms; use 1 to 5000 ms, for example 50 ms.");
		}
		if (longestLease.isNegative()) {
			throw new IllegalArgumentException("The longest lease is less than zero; use a time such as 60 s.");
		}
	}

}
