package io.github.lockstarter.simulation;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

import io.github.lockstarter.store.LockRecord;
import org.jspecify.annotations.Nullable;

/**
 * Looks every few milliseconds at what the store has on record: nothing may be owned for
 * longer than its lease by an acquisition that nobody remembers, and a lock that is
 * waited for may not lie idle.
 */
final class StoreChecks {

	static final long INTERVAL = 10 * SimulatedTime.MILLISECOND;

	private static final long SLACK_MICROS = 100_000;

	/** A renewal may still be under way, or come twice. */
	private static final long LONGEST_WAY = 6 * SimulatedTime.SECOND;

	/** A waiter that has missed its grant asks after a second at the latest. */
	private static final long LONGEST_IDLE = 1300 * SimulatedTime.MILLISECOND;

	/**
	 * A connection that is silent is replaced after five seconds, which takes a while.
	 */
	private static final long LONGEST_RECOVERY = 12 * SimulatedTime.SECOND;

	private final Simulation simulation;

	private final Checks checks;

	/**
	 * By key, whose hold nobody remembers, and until when the store may keep it, on its
	 * clock.
	 */
	private final Map<String, Forgotten> forgotten = new HashMap<>();

	/** By key, since when a lock that is waited for lies idle. */
	private final Map<String, Long> idleSince = new HashMap<>();

	StoreChecks(Simulation simulation) {
		this.simulation = simulation;
		this.checks = simulation.checks();
	}

	void look() {
		this.checks.checkDeadlines();
		this.checks.checkTold();
		for (String key : this.simulation.keys()) {
			LockRecord.Hold hold = this.simulation.server().records().inspect(key).hold();
			lookForForgotten(key, hold);
			lookForIdle(key, hold);
		}
	}

	private void lookForForgotten(String key, LockRecord.@Nullable Hold hold) {
		if (hold == null || hold.isReleased() || isRemembered(key, hold.instance())) {
			this.forgotten.remove(key);
			return;
		}
		long now = this.simulation.time().now();
		Forgotten known = this.forgotten.get(key);
		if (known == null || known.token() != hold.token() || now - known.since() < LONGEST_WAY) {
			long since = (known != null && known.token() == hold.token()) ? known.since() : now;
			long untilMicros = this.simulation.server().micros() + hold.remaining().toNanos() / 1000 + SLACK_MICROS;
			this.forgotten.put(key, new Forgotten(hold.token(), since, untilMicros));
		}
		else if (this.simulation.server().micros() > known.untilMicros()) {
			throw new Violation("'" + key + "' is owned in the store by acquisition " + hold.sequence() + " of "
					+ hold.instance() + ", which nobody remembers, for longer than its lease");
		}
		if (known != null && known.token() == hold.token() && this.simulation.wasCalmSince(known.since())
				&& now - known.since() > 2 * SimulatedTime.SECOND) {
			throw new Violation("'" + key + "' is owned in the store by acquisition " + hold.sequence() + " of "
					+ hold.instance() + ", which nobody remembers, although nothing is wrong");
		}
	}

	private boolean isRemembered(String key, String instance) {
		return this.checks.isHandedOut(key, instance) || this.checks.isWanted(key, instance);
	}

	private void lookForIdle(String key, LockRecord.@Nullable Hold hold) {
		long now = this.simulation.time().now();
		boolean taken = hold != null && (hold.isReleased() || !this.checks.isWaitedFor(key, hold.instance()));
		if (taken || !this.checks.isWaitedFor(key, null) || this.checks.isReliedOn(key)
				|| !this.simulation.isHealed()) {
			this.idleSince.remove(key);
			return;
		}
		this.idleSince.putIfAbsent(key, now);
		long since = Objects.requireNonNull(this.idleSince.get(key));
		long longest = this.simulation.wasCalmSince(since) ? LONGEST_IDLE : LONGEST_RECOVERY;
		if (now - since > longest) {
			throw new Violation("'" + key + "' is waited for and lies idle for more than "
					+ longest / SimulatedTime.MILLISECOND + " ms");
		}
	}

	private record Forgotten(long token, long since, long untilMicros) {
	}

}
