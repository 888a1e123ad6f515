package io.github.lockstarter.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.GrantNotification;
import io.github.lockstarter.store.memory.MemoryServer;
import org.jspecify.annotations.Nullable;

/**
 * The connections on which a server tells instances of their grants.
 */
final class SimulatedSubscribers implements MemoryServer.Messenger {

	private final List<SimulatedConnection> connections = new ArrayList<>();

	private final String server;

	private final Journal journal;

	private final Granted granted;

	/** By instance, what everybody can hear who listens to its channel. */
	private final Map<String, GrantNotification> lastGrants = new HashMap<>();

	SimulatedSubscribers(String server, Journal journal, Granted granted) {
		this.server = server;
		this.journal = journal;
		this.granted = granted;
	}

	void add(SimulatedConnection connection) {
		this.connections.remove(connection);
		this.connections.add(connection);
	}

	void remove(SimulatedConnection connection) {
		this.connections.remove(connection);
	}

	void clear() {
		this.connections.clear();
	}

	boolean isListening(String instance) {
		for (SimulatedConnection connection : this.connections) {
			if (connection.instance().equals(instance)) {
				return true;
			}
		}
		return false;
	}

	List<String> instances() {
		return this.connections.stream().map(SimulatedConnection::instance).toList();
	}

	@Nullable GrantNotification lastGrant(String instance) {
		return this.lastGrants.get(instance);
	}

	/** Tell an instance of a grant that the server knows nothing of. */
	void forged(String instance, GrantNotification grant) {
		this.journal.step("forger", "pushes a grant", grant.key(), grant.sequence());
		push(instance, (listener) -> listener.granted(grant));
	}

	/** Tell an instance nothing, to let it know whether it hears. */
	boolean probe(String instance) {
		push(instance, (listener) -> {
		});
		return isListening(instance);
	}

	@Override
	public void granted(String instance, GrantNotification grant) {
		this.journal.step(this.server, "pushes a grant", grant.key(), grant.sequence());
		this.granted.granted(grant.key(), instance, grant.sequence(), grant.token());
		this.lastGrants.put(instance, grant);
		push(instance, (listener) -> listener.granted(grant));
	}

	@Override
	public void revoked(String instance, String key, long sequence) {
		this.journal.step(this.server, "pushes a revocation", key, sequence);
		push(instance, (listener) -> listener.revoked(key, sequence));
	}

	private void push(String instance, Consumer<GrantListener> message) {
		for (SimulatedConnection connection : List.copyOf(this.connections)) {
			if (connection.instance().equals(instance)) {
				connection.push(message);
			}
		}
	}

	/** Is told of grants that are pushed. */
	interface Granted {

		void granted(String key, String instance, long sequence, long token);

	}

}
