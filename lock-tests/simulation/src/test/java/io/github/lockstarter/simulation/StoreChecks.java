package io.github.lockstarter.simulation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.lockstarter.store.LockRecord;

/**
 * Looks every few milliseconds at what the store has on record: nothing may be owned for
 * longer than its lease by an acquisition that nobody remembers, and a lock that is
 * waited for may not lie idle.
 */
final class StoreChecks {

	static final long INTERVAL = 10 * SimulatedTime.MILLISECOND;

	private static final long SLACK_MICROS = 100_000;

	/** A renewal may still be under way, or come twice. */
	static final long LONGEST_WAY = 6 * SimulatedTime.SECOND;

	/** A waiter that has missed its grant asks after a second at the latest. */
	private static final long LONGEST_IDLE = 1300 * SimulatedTime.MILLISECOND;

	/**
	 * Where there is no queue, waiters pause for a second at most, and may share the
	 * votes among them.
	 */
	private static final long LONGEST_IDLE_WITHOUT_QUEUE = 5 * SimulatedTime.SECOND;

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
			for (SimulatedServer server : this.simulation.servers().all()) {
				lookForForgotten(server, key, server.records().inspect(key).holds());
			}
			lookForIdle(key);
		}
	}

	private void lookForForgotten(SimulatedServer server, String key, List<LockRecord.Hold> holds) {
		if (holds.isEmpty() && this.forgotten.isEmpty()) {
			return;
		}
		Map<String, LockRecord.Hold> unremembered = new HashMap<>();
		for (LockRecord.Hold hold : holds) {
			if (!hold.isReleased() && !isRemembered(key, hold.instance())) {
				unremembered.put(server.name() + ' ' + HeldLock.share(key, hold.instance(), hold.sequence()), hold);
			}
		}
		String names = server.name() + ' ' + key + ' ';
		this.forgotten.keySet().removeIf((share) -> share.startsWith(names) && !unremembered.containsKey(share));
		unremembered.forEach((share, hold) -> lookForForgotten(server, key, share, hold));
	}

	private void lookForForgotten(SimulatedServer server, String key, String share, LockRecord.Hold hold) {
		long now = this.simulation.time().now();
		Forgotten known = this.forgotten.get(share);
		if (known == null || known.token() != hold.token() || now - known.since() < LONGEST_WAY) {
			long since = (known != null && known.token() == hold.token()) ? known.since() : now;
			long untilMicros = server.micros() + hold.remaining().toNanos() / 1000 + SLACK_MICROS;
			this.forgotten.put(share, new Forgotten(hold.token(), since, untilMicros));
		}
		else if (server.micros() > known.untilMicros()) {
			throw new Violation("'" + key + "' is owned in " + server.name() + " by acquisition " + hold.sequence()
					+ " of " + hold.instance() + ", which nobody remembers, for longer than its lease");
		}
		if (known != null && known.token() == hold.token() && this.simulation.wasCalmSince(known.since())
				&& now - known.since() > 2 * SimulatedTime.SECOND) {
			throw new Violation("'" + key + "' is owned in " + server.name() + " by acquisition " + hold.sequence()
					+ " of " + hold.instance() + ", which nobody remembers, although nothing is wrong");
		}
	}

	private boolean isRemembered(String key, String instance) {
		return this.checks.isHandedOut(key, instance) || this.checks.isWanted(key, instance);
	}

	/** Behind a handle that was dropped, a client that was suspended waits for longer. */
	private void lookForIdle(String key) {
		long now = this.simulation.time().now();
		long wellSince = isIdle(key) ? wellSince(key) : Long.MAX_VALUE;
		if (wellSince > now) {
			this.idleSince.remove(key);
			return;
		}
		this.idleSince.putIfAbsent(key, now);
		long since = this.idleSince.merge(key, Math.max(wellSince, this.checks.servedAt(key)), Math::max);
		long longest = this.simulation.isQuorum() ? LONGEST_IDLE_WITHOUT_QUEUE : LONGEST_IDLE;
		if (now - since > longest) {
			throw new Violation("'" + key + "' is waited for and lies idle for more than "
					+ longest / SimulatedTime.MILLISECOND + " ms");
		}
	}

	/** Whether somebody waits for a lock that nobody has. */
	private boolean isIdle(String key) {
		return this.checks.isWaitedFor(key, null) && !this.checks.isReliedOn(key) && !this.checks.isForgotten(key)
				&& this.simulation.servers().all().stream().noneMatch((server) -> isTaken(server, key));
	}

	private boolean isTaken(SimulatedServer server, String key) {
		LockRecord.Hold hold = server.records().inspect(key).hold();
		return hold != null && (hold.isReleased() || !this.checks.isWaitedFor(key, hold.instance()));
	}

	/**
	 * Since when nothing is wrong with anybody who waits for a lock, has a place, or was
	 * granted it by one. When a place was given up, whoever backs off is the next to ask.
	 */
	private long wellSince(String key) {
		long since = this.simulation.servers()
			.all()
			.stream()
			.mapToLong((server) -> server.givenUpAt(key))
			.max()
			.orElse(0);
		for (SimulatedClient client : this.simulation.clients().all()) {
			String instance = client.instance();
			if (this.checks.isWanted(key, instance) || this.simulation.servers().isPlaced(key, instance)
					|| isGranted(key, instance)) {
				since = Math.max(since, client.wellSince());
			}
		}
		return since;
	}

	private boolean isGranted(String key, String instance) {
		return this.simulation.servers()
			.all()
			.stream()
			.flatMap((server) -> server.records().inspect(key).holds().stream())
			.anyMatch((hold) -> hold.instance().equals(instance));
	}

	private record Forgotten(long token, long since, long untilMicros) {
	}

}
