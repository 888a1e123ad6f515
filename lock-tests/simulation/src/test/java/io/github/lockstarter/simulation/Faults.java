package io.github.lockstarter.simulation;

import java.util.List;

import io.github.lockstarter.store.LockRecord;

/**
 * Does harm by chance to machines, to the network and to the server, and ends it again.
 */
final class Faults {

	/**
	 * A connection that is silent is replaced after five seconds, which takes a while.
	 */
	private static final long LONGEST_SILENCE = 12 * SimulatedTime.SECOND;

	private final Simulation simulation;

	private final SimulatedClients clients;

	private final SimulatedTime time;

	private final Journal journal;

	private final SimulatedServers servers;

	private final QuorumFaults quorumFaults;

	/**
	 * Whether clocks are set back. Then the server forgets nothing in the same run, since
	 * tokens could repeat; and no machine is suspended, since no clock could tell of it.
	 */
	private final boolean steppingBack;

	/** The longest pause between two faults. */
	private final long longestPause;

	Faults(Simulation simulation) {
		this.simulation = simulation;
		this.clients = simulation.clients();
		this.time = simulation.time();
		this.journal = simulation.journal();
		this.servers = simulation.servers();
		this.quorumFaults = new QuorumFaults(simulation);
		this.steppingBack = this.time.chance(0.3);
		this.longestPause = SimulatedTime.SECOND * (1 + this.time.below(6));
	}

	void start() {
		this.time.after(this.time.between(0, this.longestPause), () -> {
			if (!this.simulation.isHealed()) {
				strike();
				start();
			}
		});
	}

	private void strike() {
		List<SimulatedClient> clients = this.clients.present();
		if (clients.isEmpty()) {
			return;
		}
		if (this.servers.isQuorum() && this.time.chance(0.4)) {
			this.quorumFaults.strike(!this.steppingBack, duration());
			return;
		}
		SimulatedClient client = clients.get(this.time.below(clients.size()));
		SimulatedWay way = this.servers.anyOf(client.ways());
		int what = (this.simulation.isLasting() && this.time.chance(0.5)) ? 10 : this.time.below(22);
		switch (what) {
			case 0, 1 -> cut(client, way, this.time.chance(0.5));
			case 2 -> silence(client, way, false);
			case 3, 4 -> silence(client, way, true);
			case 5 -> during(client, way, "refuses connections", () -> way.link().refusing = true);
			case 6 -> during(client, way, "swallows connections", () -> way.link().swallowing = true);
			case 7 -> during(client, way, "swallows subscriptions", () -> way.link().swallowingSubscriptions = true);
			case 8 -> during(client, way, "loses messages", () -> lose(way.link()));
			case 9 -> during(client, way, "repeats messages", () -> way.link().repetition = 0.6);
			case 10, 11 -> during(client, way, "is slow", () -> way.link().slowest = slowest());
			case 12 -> freeze(client, false);
			case 13 -> freeze(client, !this.steppingBack);
			case 14 -> stepWallClock(client);
			case 15 -> exhaust(client);
			case 16 -> die(client);
			case 17 -> this.clients.stop(client);
			case 18 -> strikeServer();
			case 19 -> during(client, way, "gets errors from its client library", () -> way.link().errors = 0.2);
			case 20 -> force();
			default -> fill();
		}
	}

	private long duration() {
		return this.time.between(10 * SimulatedTime.MILLISECOND, 7 * SimulatedTime.SECOND);
	}

	private long slowest() {
		return this.time.between(10 * SimulatedTime.MILLISECOND, 2 * SimulatedTime.SECOND);
	}

	private void cut(SimulatedClient client, SimulatedWay way, boolean pushes) {
		SimulatedConnection connection = way.connection(pushes);
		if (connection != null) {
			this.journal.step(client.name(), pushes ? "loses its pushes" : "loses its connection");
			long noticedAfter = this.time.chance(0.5) ? 0 : this.time.between(0, 20 * SimulatedTime.SECOND);
			connection.cut(noticedAfter);
			way.recoversWithin(0);
		}
	}

	/** A connection that has fallen silent stays so, whatever becomes of the others. */
	private void silence(SimulatedClient client, SimulatedWay way, boolean pushes) {
		SimulatedConnection connection = way.connection(pushes);
		if (connection != null) {
			boolean toClient = pushes || this.time.chance(0.7);
			boolean toServer = !toClient || this.time.chance(0.5);
			this.journal.step(client.name(), pushes ? "becomes deaf" : "has a silent connection");
			connection.silentToClient = connection.silentToClient || toClient;
			connection.silentToServer = connection.silentToServer || toServer;
			way.recoversWithin(LONGEST_SILENCE);
		}
	}

	private void lose(SimulatedLink link) {
		link.lossToServer = this.time.chance(0.7) ? this.time.fraction() / 2 : 0;
		boolean both = this.time.chance(0.7);
		link.lossToClient = (both || link.lossToServer == 0) ? this.time.fraction() / 2 : 0;
	}

	private void during(SimulatedClient client, SimulatedWay way, String what, Runnable harm) {
		this.journal.step(client.name(), what);
		harm.run();
		this.time.after(duration(), () -> {
			this.journal.step(client.name(), "has a good network again");
			way.heal();
		});
	}

	private void freeze(SimulatedClient client, boolean suspended) {
		this.journal.step(client.name(), suspended ? "is suspended" : "is paused");
		if (suspended) {
			client.machine().suspend();
		}
		else {
			client.machine().pause();
		}
		this.time.after(duration(), () -> this.clients.resume(client));
	}

	/** What is not renewed stays in doubt until its lease ends. */
	private void stepWallClock(SimulatedClient client) {
		long millis = this.time.between(this.steppingBack ? -10_000 : 0, 10_000);
		this.journal.step(client.name(), "has its wall clock set", "", millis);
		client.machine().stepWallClock(millis);
		client.recoversWithin(Wish.LONGEST_LEASE.toNanos());
	}

	private void exhaust(SimulatedClient client) {
		this.journal.step(client.name(), "runs out of threads");
		client.threads().setExhausted(true);
		this.time.after(duration(), () -> this.clients.grantThreads(client));
	}

	private void die(SimulatedClient client) {
		this.clients.kill(client, this.time.chance(0.5) ? 0 : this.time.between(0, 20 * SimulatedTime.SECOND));
	}

	private void strikeServer() {
		SimulatedServer server = this.servers.any();
		if (this.steppingBack) {
			this.simulation.stepServerClock(server, this.time.between(-3_000_000, 0));
		}
		else if (!this.servers.isQuorum() && this.time.chance(0.5)) {
			this.simulation.stepServerClock(server, this.time.between(0, 3_000_000));
		}
		else {
			this.simulation.restartServer(server);
		}
	}

	/** Somebody looks at a lock, and ends its hold, which may be over meanwhile. */
	private void force() {
		List<String> keys = this.simulation.keys();
		String key = keys.get(this.time.below(keys.size()));
		SimulatedServer server = this.servers.any();
		LockRecord.Hold hold = server.records().inspect(key).hold();
		if (hold != null) {
			long thinksFor = this.time.chance(0.5) ? 0 : this.time.between(0, 500 * SimulatedTime.MILLISECOND);
			this.time.after(thinksFor, () -> {
				if (!this.simulation.isHealed()) {
					server.forceRelease(key, hold);
				}
			});
		}
	}

	private void fill() {
		SimulatedServer server = this.servers.any();
		this.journal.step(server.name(), "has no memory left");
		server.condition().setFull(true);
		this.time.after(duration(), () -> {
			this.journal.step(server.name(), "has memory again");
			server.condition().setFull(false);
		});
	}

}
