package io.github.lockstarter.simulation;

import org.jspecify.annotations.Nullable;

/**
 * The way from one client to one server: the network between them, and the client's view
 * of the server over it.
 */
final class SimulatedWay {

	private final SimulatedTime time;

	private final SimulatedLink link;

	private final SimulatedStore store;

	/** When what was done to it is to have no consequences any more. */
	private long wellFrom;

	SimulatedWay(SimulatedMachine machine, SimulatedServer server, Journal journal) {
		this.time = machine.time();
		this.link = new SimulatedLink(this.time);
		this.store = new SimulatedStore(machine, server, this.link, journal);
	}

	SimulatedLink link() {
		return this.link;
	}

	SimulatedStore store() {
		return this.store;
	}

	private String instance() {
		SimulatedSession session = this.store.session();
		return (session != null) ? session.instance() : "";
	}

	/** A connection that is open as far as the client knows. */
	@Nullable SimulatedConnection connection(boolean forPushes) {
		SimulatedSession session = this.store.session();
		return (session != null) ? session.connection(forPushes) : null;
	}

	/** Its connections are cut. The client notices soon, the server soon or late. */
	void cut(long serverNoticesAfter) {
		for (boolean pushes : new boolean[] { false, true }) {
			SimulatedConnection connection = connection(pushes);
			if (connection != null) {
				connection.cut(serverNoticesAfter);
			}
		}
		recoversWithin(0);
	}

	/** End all harm that is done to the network. */
	void heal() {
		recoversWithin(this.link.heal());
	}

	/** Something is over, and has consequences for so long. */
	void recoversWithin(long nanos) {
		this.wellFrom = Math.max(this.wellFrom, this.time.now() + nanos);
	}

	/** The client's monotonic clock has stood still. */
	void delayed(long nanos) {
		this.wellFrom += nanos;
		this.store.server().condition().delayed(instance(), nanos);
	}

	/**
	 * Since when nothing is wrong with it, and with the server; in the far future if
	 * something is.
	 */
	long wellSince() {
		return this.link.isHarmed() ? Long.MAX_VALUE
				: Math.max(this.wellFrom, this.store.server().condition().wellSince(instance()));
	}

}
