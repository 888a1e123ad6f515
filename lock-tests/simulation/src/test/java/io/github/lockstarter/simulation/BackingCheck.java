package io.github.lockstarter.simulation;

import java.util.IdentityHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Looks at whether whoever has a valid handle is on record as the holder, unless the
 * server has forgotten it or ended it by force. Over a quorum the record is on several
 * servers, which may lose it.
 */
final class BackingCheck {

	private final SimulatedServers servers;

	/** What the record says of each handle, until it changes or the lease ends. */
	private final Map<HeldLock, Backing> known = new IdentityHashMap<>();

	BackingCheck(SimulatedServers servers) {
		this.servers = servers;
	}

	void check(HeldLock lock) {
		if (this.servers.isQuorum()) {
			return;
		}
		SimulatedServer server = this.servers.all().get(0);
		Backing backing = this.known.get(lock);
		if (backing == null || backing.changes() != server.changes() || backing.untilMicros() <= server.micros()) {
			backing = look(server, lock);
			this.known.put(lock, backing);
		}
		if (backing.missing() != null && lock.isReliedOn()) {
			throw new Violation("a handle of '" + backing.missing() + "' is valid in " + lock.client().name()
					+ ", which is not on record as a holder");
		}
	}

	private static Backing look(SimulatedServer server, HeldLock lock) {
		long untilMicros = Long.MAX_VALUE;
		for (String key : lock.keys()) {
			if (server.isPresent(key, lock)) {
				long heldUntil = server.heldUntilMicros(key, lock);
				if (heldUntil <= server.micros()) {
					return new Backing(server.changes(), Long.MAX_VALUE, key);
				}
				untilMicros = Math.min(untilMicros, heldUntil);
			}
		}
		return new Backing(server.changes(), untilMicros, null);
	}

	/** A handle is closed. */
	void closes(HeldLock lock) {
		this.known.remove(lock);
	}

	/**
	 * What the record says of a handle.
	 *
	 * @param changes how often the record had changed
	 * @param untilMicros until when that holds if the record does not change, by the
	 * server's clock
	 * @param missing a lock that it should hold and does not; {@code null} if there is
	 * none
	 */
	private record Backing(long changes, long untilMicros, @Nullable String missing) {
	}

}
