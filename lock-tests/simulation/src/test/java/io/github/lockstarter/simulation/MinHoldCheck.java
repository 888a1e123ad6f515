package io.github.lockstarter.simulation;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import io.github.lockstarter.LockOption;

/**
 * Looks at whether a lock that is to be held at least for a time is kept from others for
 * so long, however early its holder has left.
 */
final class MinHoldCheck {

	private final SimulatedServers servers;

	/** By key, who has got it last to be held at least for a time. */
	private final Map<String, Kept> kept = new HashMap<>();

	MinHoldCheck(SimulatedServers servers) {
		this.servers = servers;
	}

	/**
	 * A caller has got a lock that it did not hold. A handle that comes too late, whose
	 * lock has gone on to others, says nothing.
	 */
	void acquired(String key, HeldLock lock) {
		Kept before = this.kept.get(key);
		if (before != null && lock.since() < before.until() && lock.isReliedOn()
				&& this.servers.isExclusive(key, before.lock(), lock)) {
			throw new Violation("'" + key + "' went from " + before.lock().client().name() + " to "
					+ lock.client().name() + " earlier than it was to be held");
		}
		Duration least = lock.wish().options().getOrBuiltIn(LockOption.MIN_HOLD);
		if (!least.isZero() && !lock.isShared()) {
			long until = lock.askedAt() + (long) (least.toNanos() * (1 - SimulatedMachine.DRIFT));
			this.kept.put(key, new Kept(lock, until));
		}
	}

	/**
	 * Who has got a lock.
	 *
	 * @param until until when others must not get it, in true time
	 */
	private record Kept(HeldLock lock, long until) {
	}

}
