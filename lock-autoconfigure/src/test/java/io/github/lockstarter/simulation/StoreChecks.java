package io.github.lockstarter.simulation;

import java.util.HashMap;
import java.util.List;
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
	 * By acquisition, what nobody remembers, and until when the store may keep it, on its
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
			LockRecord record = this.simulation.server().records().inspect(key);
			lookForForgotten(key, record.holds());
			lookForIdle(key, record.hold());
		}
	}

	private void lookForForgotten(String key, List<LockRecord.Hold> holds) {
		Map<String, LockRecord.Hold> unremembered = new HashMap<>();
		for (LockRecord.Hold hold : holds) {
			if (!hold.isReleased() && !isRemembered(key, hold.instance())) {
				unremembered.put(HeldLock.share(key, hold.instance(), hold.sequence()), hold);
			}
		}
		this.forgotten.keySet().removeIf((share) -> share.startsWith(key + ' ') && !unremembered.containsKey(share));
		unremembered.forEach((share, hold) -> lookForForgotten(key, share, hold));
	}

	private void lookForForgotten(String key, String share, LockRecord.Hold hold) {
		long now = this.simulation.time().now();
		Forgotten known = this.forgotten.get(share);
		if (known == null || known.token() != hold.token() || now - known.since() < LONGEST_WAY) {
			long since = (known != null && known.token() == hold.token()) ? known.since() : now;
			long untilMicros = this.simulation.server().micros() + hold.remaining().toNanos() / 1000 + SLACK_MICROS;
			this.forgotten.put(share, new Forgotten(hold.token(), since, untilMicros));
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
