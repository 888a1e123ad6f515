package io.github.lockstarter.benchmarks.reliability;

/**
 * Notes for a reader who compares, for the report.
 */
final class Comparability {

	static final String TEXT = """
			**What is not comparable**

			- Only lock-starter has fencing tokens, so only it can lose updates of a fenced register: *–* elsewhere.
			- lock-starter's handle says from its own clock whether a lock is still held. Redisson asks Redis, which costs a round
			  trip for each check. Spring Integration and ShedLock don't say it; their holders look at the clock and stop when the
			  lease is over.
			- ShedLock never waits. Its callers ask every 20 ms until their wait time is over.
			- lock-starter and Redisson renew their locks, Spring Integration and ShedLock do not by default. Holds are far
			  shorter than the lease, so this matters only where a holder is frozen.
			- Faults of pub/sub were not tested with contenders that do not subscribe.
			- A Redis that restarts without its data has forgotten its locks. No lock on Redis excludes then: violations and lost
			  plain updates in that line show what is at stake. Fenced updates must not be lost there either.
			- A Sentinel or Cluster that elects another primary may have lost the last writes, for the same reason.
			- After a planned failover by sentinels, the former primary serves its connections for some more seconds. A contender
			  that stays there is back at once in this table, and may let two holders in.
			- Each trial runs once. A number that depends on chance, such as violations, shows that something happens, but not how
			  often.
			""";

	private Comparability() {
	}

}
