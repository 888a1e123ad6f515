package io.github.lockstarter.benchmarks.reliability;

/**
 * What a reader has to know before he compares, for the report.
 */
final class Comparability {

	static final String TEXT = """
			**What is not comparable**

			- Only lock-starter has fencing tokens, so only it has a fenced register to lose updates of: *–* elsewhere.
			- Whether a lock is still held is told by lock-starter's handle from its own clock, and by Redisson from Redis, which
			  costs a round trip for each look. Spring Integration and ShedLock don't tell; their holders look at the clock and
			  stop when the lease is over.
			- ShedLock never waits. Its callers ask every 20 ms until their wait time is over.
			- lock-starter and Redisson renew their locks, Spring Integration and ShedLock do not by default. Holds are far
			  shorter than the lease, so it matters only where a holder stands still.
			- Faults of pub/sub were not tried on contenders that do not subscribe.
			- A Redis that comes back without its data has forgotten its locks. No lock on Redis excludes then: read violations
			  and plain updates in that line as what is at stake. Fenced updates must not be lost there either.
			- A Sentinel or Cluster that elects another primary may have lost the last writes, for the same reason.
			- After a planned failover by sentinels the former primary serves its connections for some seconds more. A contender
			  that stays there is back at once in this table, and may let two in.
			- One trial is one try. A number that depends on chance, like violations, tells that something happens, and not how
			  often.
			""";

	private Comparability() {
	}

}
