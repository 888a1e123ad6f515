package io.github.lockstarter.simulation;

import java.util.List;
import java.util.function.Consumer;

/**
 * Does harm by chance to a quorum of servers: any clients lose any servers, and servers
 * stand still, or restart without their data, one after the other.
 */
final class QuorumFaults {

	private final Simulation simulation;

	private final SimulatedTime time;

	private final SimulatedServers servers;

	QuorumFaults(Simulation simulation) {
		this.simulation = simulation;
		this.time = simulation.time();
		this.servers = simulation.servers();
	}

	/**
	 * Do something.
	 * @param forgetting whether servers may lose their data
	 * @param nanos how long it lasts
	 */
	void strike(boolean forgetting, long nanos) {
		switch (this.time.below(forgetting ? 8 : 6)) {
			case 0, 1 -> part(nanos);
			case 2 -> isolate(this.servers.any(), nanos);
			case 3 -> partClient(nanos);
			case 4, 5 -> freeze(this.servers.any(), nanos);
			case 6 -> this.simulation.restartServer(this.servers.any());
			default -> restartOneAfterTheOther();
		}
	}

	/** Each client loses some servers, in one way. */
	private void part(long nanos) {
		step("all", "are parted");
		Consumer<SimulatedWay> harm = harm();
		for (SimulatedClient client : List.copyOf(this.simulation.clients().present())) {
			client.ways().stream().filter((way) -> this.time.chance(0.4)).forEach((way) -> during(way, harm, nanos));
		}
	}

	/** A client loses some servers, each in a way of its own. */
	private void partClient(long nanos) {
		SimulatedClient client = this.servers.anyOf(this.simulation.clients().present());
		step(client.name(), "loses servers");
		for (SimulatedWay way : client.ways()) {
			if (this.time.chance(0.6)) {
				during(way, harm(), nanos);
			}
		}
	}

	/** All clients lose a server. */
	private void isolate(SimulatedServer server, long nanos) {
		step(server.name(), "is lost by all");
		Consumer<SimulatedWay> harm = harm();
		for (SimulatedClient client : List.copyOf(this.simulation.clients().present())) {
			client.ways()
				.stream()
				.filter((way) -> way.store().server() == server)
				.forEach((way) -> during(way, harm, nanos));
		}
	}

	private Consumer<SimulatedWay> harm() {
		return switch (this.time.below(5)) {
			case 0 -> (way) -> {
				way.cut(0);
				way.link().refusing = true;
			};
			case 1 -> (way) -> {
				way.cut(0);
				way.link().swallowing = true;
			};
			case 2 -> (way) -> way.link().lossToServer = 1;
			case 3 -> (way) -> way.link().lossToClient = 1;
			default -> (way) -> way.link().slowest = 2 * SimulatedTime.SECOND;
		};
	}

	private void during(SimulatedWay way, Consumer<SimulatedWay> harm, long nanos) {
		harm.accept(way);
		this.time.after(nanos, way::heal);
	}

	private void freeze(SimulatedServer server, long nanos) {
		step(server.name(), "stands still");
		server.condition().freeze();
		this.time.after(nanos, () -> {
			step(server.name(), "goes on");
			server.condition().thaw();
		});
	}

	private void restartOneAfterTheOther() {
		long longest = this.time.chance(0.5) ? SimulatedTime.SECOND : 2 * Wish.LONGEST_LEASE.toNanos();
		long pause = this.time.between(0, longest);
		for (int i = 0; i < this.servers.all().size(); i++) {
			SimulatedServer server = this.servers.all().get(i);
			this.time.after(i * pause, () -> {
				if (!this.simulation.isHealed()) {
					this.simulation.restartServer(server);
				}
			});
		}
	}

	private void step(String who, String what) {
		this.simulation.journal().step(who, what);
	}

}
