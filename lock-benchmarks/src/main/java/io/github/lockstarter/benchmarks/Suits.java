package io.github.lockstarter.benchmarks;

/**
 * What a contender can take part in.
 */
public enum Suits {

	/** Everything: it waits for a lock that is held. */
	EVERYTHING,

	/** Only what is never contended: it does not wait. */
	UNCONTENDED,

	/** Only the hand-over from one JVM to another. */
	HAND_OVER

}
