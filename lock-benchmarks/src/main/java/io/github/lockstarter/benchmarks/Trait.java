package io.github.lockstarter.benchmarks;

/**
 * Ability of a contender, which decides in what it takes part.
 */
public enum Trait {

	/** Its locks end by themselves when their holder dies. */
	LEASES,

	/** It waits for a lock that is held. */
	WAITS,

	/** It learns by pub/sub that a lock was released. */
	SUBSCRIBES,

	/** A thread that holds a lock may take it again. */
	REENTERS,

	/** It renews the lease of a lock that is held for longer. */
	RENEWS,

	/** Its locks can be taken for reading, beside others who read. */
	READS,

	/** It has locks with several permits. */
	PERMITS,

	/** It takes several locks as one. */
	TOGETHER

}
