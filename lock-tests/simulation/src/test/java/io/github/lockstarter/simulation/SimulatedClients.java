package io.github.lockstarter.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The clients of one run: how each begins and ends, and how it recovers.
 */
final class SimulatedClients {

	private final Simulation simulation;

	private final SimulatedTime time;

	private final int callers;

	private final List<SimulatedClient> present = new ArrayList<>();

	/** Clients that were stopped in good order. */
	private final List<SimulatedClient> retired = new ArrayList<>();

	private int number;

	/**
	 * Create it without clients.
	 * @param callers how many callers each has
	 */
	SimulatedClients(Simulation simulation, int callers) {
		this.simulation = simulation;
		this.time = simulation.time();
		this.callers = callers;
	}

	void start() {
		SimulatedClient client = new SimulatedClient(this.simulation, "client" + ++this.number);
		this.present.add(client);
		client.start(this.simulation, this.callers);
	}

	/** End all harm that is done to clients. */
	void heal() {
		for (SimulatedClient client : List.copyOf(this.present)) {
			client.ways().forEach(SimulatedWay::heal);
			resume(client);
			grantThreads(client);
		}
	}

	void resume(SimulatedClient client) {
		if (!client.isRunning() && !client.isDead()) {
			step(client, "goes on");
			client.delayed(client.machine().resume());
			client.recovered();
		}
	}

	void grantThreads(SimulatedClient client) {
		if (client.threads().areExhausted()) {
			step(client, "has threads again");
			client.threads().setExhausted(false);
			client.recovered();
		}
	}

	private void step(SimulatedClient client, String what) {
		this.simulation.journal().step(client.name(), what);
	}

	/** A machine dies, and another client begins. */
	void kill(SimulatedClient client, long serverNoticesAfter) {
		if (client.isDead()) {
			return;
		}
		step(client, "dies");
		this.simulation.checks().died(client);
		this.simulation.promises().died(client);
		client.cut(serverNoticesAfter);
		client.machine().die();
		recoverWithin(SimulatedTime.SECOND);
		replace(client);
	}

	private void replace(SimulatedClient client) {
		this.present.remove(client);
		this.time.after(this.time.between(0, SimulatedTime.SECOND), this::start);
	}

	/** A client is shut down in good order, and another one begins. */
	void stop(SimulatedClient client) {
		if (client.isRunning() && !client.isStopping()) {
			step(client, "stops");
			client.stopping();
			replace(client);
			this.retired.add(client);
			Duration limit = Duration.ofMillis(this.time.between(0, 3000));
			client.machine().run(() -> client.engine().drain(limit));
			client.machine().after(limit.toNanos(), () -> {
				step(client, "ends");
				client.engine().close();
			});
		}
	}

	void cutAll(SimulatedServer server) {
		for (SimulatedClient client : all()) {
			client.ways().stream().filter((way) -> way.store().server() == server).forEach((way) -> way.cut(0));
		}
	}

	/** Something is over that concerned all. */
	void recoverWithin(long nanos) {
		all().forEach((client) -> client.recoversWithin(nanos));
	}

	/** Those that are not dead and not stopped; for a moment there may be none. */
	List<SimulatedClient> present() {
		return this.present;
	}

	/** Those that are not dead. */
	List<SimulatedClient> all() {
		List<SimulatedClient> all = new ArrayList<>(this.present);
		all.addAll(this.retired);
		return all;
	}

	void checkIdle() {
		for (SimulatedClient client : all()) {
			if (!client.isDead() && !client.engine().isIdle()) {
				throw new Violation(client.name() + " is not idle at the end");
			}
		}
	}

}
