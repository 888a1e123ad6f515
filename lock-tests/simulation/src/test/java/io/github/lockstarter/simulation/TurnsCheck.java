package io.github.lockstarter.simulation;

import java.util.HashMap;
import java.util.Map;

/**
 * Looks at whether a lock passes inside one client no more often, and no later, than that
 * one may keep it from others.
 */
final class TurnsCheck {

	/** Whoever gets it by a pass is told a little later. */
	private static final long SLACK = 250 * SimulatedTime.MILLISECOND;

	/** By lock and acquisition, who got it first. */
	private final Map<String, Turn> turns = new HashMap<>();

	/** A caller has got a lock that it did not hold, and has it alone. */
	void acquired(String key, HeldLock lock) {
		SimulatedClient client = lock.client();
		long now = client.machine().nanoTime();
		Turn turn = this.turns.computeIfAbsent(lock.share(key), (absent) -> new Turn(lock.token(key), now));
		long passes = lock.token(key) - turn.token();
		checkCount(key, client, passes);
		if (passes > 0 && !waitedForOthers(lock) && client.hasRunFor(SLACK)) {
			checkTime(key, client, now - turn.since());
		}
	}

	private static void checkCount(String key, SimulatedClient client, long passes) {
		int most = client.bounds().maxPasses();
		if (passes > most) {
			throw new Violation("'" + key + "' has passed inside " + client.name() + " " + passes + " times, and may "
					+ most + " times");
		}
	}

	private static void checkTime(String key, SimulatedClient client, long nanos) {
		long longest = client.bounds().maxTime().toNanos();
		if (nanos > longest + SLACK) {
			throw new Violation(
					"'" + key + "' passes inside " + client.name() + " after " + nanos / SimulatedTime.MILLISECOND
							+ " ms, and may for " + longest / SimulatedTime.MILLISECOND + " ms");
		}
	}

	/** Whoever wants several locks may have got one of them long before the last. */
	private static boolean waitedForOthers(HeldLock lock) {
		return lock.keys().size() > 1;
	}

	/**
	 * The first to have a lock by an acquisition.
	 *
	 * @param since when it was given to it, on the machine's monotonic clock
	 */
	private record Turn(long token, long since) {
	}

}
