package io.github.lockstarter.faults;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import io.github.lockstarter.faults.servers.Servers.Strike;
import io.github.lockstarter.testing.EmbeddedRedis;

/**
 * What happens to servers of which others take over, and whether writes may have been
 * lost by it. A busy machine may let a server stand still to which nothing has happened,
 * and which is replaced as well: then its last writes may be lost, too.
 */
final class Failovers {

	private final Arena arena;

	private Set<Integer> primaries;

	private long knownAt;

	/**
	 * Create this when all servers work.
	 */
	Failovers(Arena arena) {
		this.arena = arena;
		know();
	}

	/**
	 * One for each strike on the servers, which is over when it begins to return.
	 */
	List<? extends Nemesis> all() {
		return this.arena.servers().strikes().stream().map(Failover::new).toList();
	}

	/**
	 * Find failovers that nobody wanted. To be called before the history is checked.
	 */
	void check() {
		if (!ports().equals(this.primaries)) {
			System.out.println("A server was replaced to which nothing had happened");
			this.arena.forgotSince(this.knownAt);
		}
		know();
	}

	private void know() {
		this.knownAt = System.nanoTime();
		this.primaries = ports();
	}

	private Set<Integer> ports() {
		return this.arena.servers().primaries().map(EmbeddedRedis::port).collect(Collectors.toSet());
	}

	private final class Failover implements Nemesis {

		private final Strike strike;

		Failover(Strike strike) {
			this.strike = strike;
		}

		@Override
		public Runnable strike(Arena struck) {
			check();
			this.strike.action().run();
			if (this.strike.forgets()) {
				struck.forgotSince(Failovers.this.knownAt);
			}
			know();
			return () -> {
			};
		}

		@Override
		public String toString() {
			return this.strike.name();
		}

	}

}
