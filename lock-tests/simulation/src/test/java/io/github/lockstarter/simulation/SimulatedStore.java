package io.github.lockstarter.simulation;

import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.LockStore;
import org.jspecify.annotations.Nullable;

/**
 * The way from one machine to the simulated server.
 */
final class SimulatedStore implements LockStore {

	private final SimulatedMachine machine;

	private final SimulatedServer server;

	private final SimulatedLink link;

	private final Journal journal;

	private @Nullable SimulatedSession session;

	SimulatedStore(SimulatedMachine machine, SimulatedServer server, SimulatedLink link, Journal journal) {
		this.machine = machine;
		this.server = server;
		this.link = link;
		this.journal = journal;
	}

	@Override
	public LockSession open(String instance, GrantListener listener) {
		this.session = new SimulatedSession(this, instance, listener);
		return this.session;
	}

	/** The session that was opened last; {@code null} if none was. */
	@Nullable SimulatedSession session() {
		return this.session;
	}

	SimulatedMachine machine() {
		return this.machine;
	}

	SimulatedServer server() {
		return this.server;
	}

	SimulatedLink link() {
		return this.link;
	}

	Journal journal() {
		return this.journal;
	}

}
