package io.github.lockstarter.store.quorum;

import java.time.Duration;

/**
 * How a quorum of stores works. Immutable.
 *
 * @param nodeTimeout how long a node is waited for; far shorter than a lease
 * @param longestLease for how long a node must have been up to get a vote; no lease may
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
					"A node can't be waited for for " + nodeTimeout.toMillis() + " ms; use 1 to 5000 ms, like 50 ms.");
		}
		if (longestLease.isNegative()) {
			throw new IllegalArgumentException("The longest lease is less than zero; use a time like 60 s.");
		}
	}

}
