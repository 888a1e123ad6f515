package io.github.lockstarter.faults;

import java.util.List;

import io.github.lockstarter.faults.servers.Servers.Strike;

/**
 * What happens to servers of which others take over. Writes may be lost by it, and also
 * if a busy machine lets a server stand still to which nothing has happened, and which is
 * replaced as well.
 */
final class Failovers {

	private final Arena arena;

	private final FailoverWatch watch;

	/**
	 * Create this when all servers work.
	 */
	Failovers(Arena arena) {
		this.arena = arena;
		this.watch = arena.watchFailovers();
	}

	/**
	 * One for each strike on the servers, which is over when it begins to return.
	 */
	List<? extends Nemesis> all() {
		return this.arena.servers().strikes().stream().map(Failover::new).toList();
	}

	/**
	 * When another server was last seen to take over.
	 * @param struckAt what was before that moment does not count
	 * @param none the answer if none has
	 */
	long lastTakeOver(long struckAt, long none) {
		return this.watch.lastTakeOver().stream().filter((at) -> at - struckAt > 0).findFirst().orElse(none);
	}

	private final class Failover implements Nemesis {

		private final Strike strike;

		Failover(Strike strike) {
			this.strike = strike;
		}

		@Override
		public Runnable strike(Arena struck) {
			if (this.strike.forgets()) {
				this.strike.action().run();
			}
			else {
				Failovers.this.watch.losingNothing(this.strike.action());
			}
			return () -> {
			};
		}

		@Override
		public String toString() {
			return this.strike.name();
		}

	}

}
