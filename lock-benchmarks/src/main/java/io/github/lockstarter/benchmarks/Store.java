package io.github.lockstarter.benchmarks;

/**
 * Store that keeps the locks of a contender.
 */
public enum Store {

	/** One Redis server. */
	REDIS,

	/** A Redis server with a replica. */
	REDIS_WITH_REPLICA,

	/** Three Redis servers, of which a majority decides. */
	QUORUM_OF_THREE,

	/** Five Redis servers, of which a majority decides. */
	QUORUM_OF_FIVE,

	/** A PostgreSQL server. */
	POSTGRESQL

}
