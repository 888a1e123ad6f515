package io.github.lockstarter.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The servers of one run: a single one, or several that decide about each lock by
 * majority.
 */
final class SimulatedServers {

	private final SimulatedTime time;

	private final List<SimulatedServer> servers;

	/**
	 * Whether clocks differ by more than a server without its data stays without a vote.
	 */
	private final boolean farApart;

	/** Whether a token may repeat, as the page about quorums says. */
	private boolean mayRepeatTokens;

	private SimulatedServers(SimulatedTime time, List<SimulatedServer> servers, boolean farApart) {
		this.time = time;
		this.servers = List.copyOf(servers);
		this.farApart = farApart;
	}

	static SimulatedServers single(SimulatedTime time, Journal journal) {
		return new SimulatedServers(time, List.of(new SimulatedServer(time, journal)), false);
	}

	/** Three or five, with clocks that are seconds apart. */
	static SimulatedServers quorum(SimulatedTime time, Journal journal) {
		int count = time.chance(0.6) ? 3 : 5;
		boolean farApart = time.chance(0.2);
		long apart = SimulatedTime.SECOND / SimulatedTime.MICROSECOND * (farApart ? 10 : 3);
		List<SimulatedServer> servers = new ArrayList<>();
		for (int i = 1; i <= count; i++) {
			SimulatedServerClock clock = new SimulatedServerClock(time, time.between(-apart, apart),
					1 + (time.fraction() - 0.5) * SimulatedMachine.DRIFT);
			servers.add(new SimulatedServer("server" + i, time, journal, clock));
		}
		return new SimulatedServers(time, servers, farApart);
	}

	List<SimulatedServer> all() {
		return this.servers;
	}

	boolean isQuorum() {
		return this.servers.size() > 1;
	}

	int majority() {
		return this.servers.size() / 2 + 1;
	}

	/** Any of them. */
	SimulatedServer any() {
		return anyOf(this.servers);
	}

	/** One by chance, which is not asked for if there is no choice. */
	<T> T anyOf(List<T> candidates) {
		return candidates.get((candidates.size() > 1) ? this.time.below(candidates.size()) : 0);
	}

	/** Whether the holders of a lock must not hold it at the same time. */
	boolean isExclusive(String key, HeldLock one, HeldLock other) {
		return isQuorum() ? timesForced(key, one, 0) == 0 && timesForced(key, other, 0) == 0
				: this.servers.get(0).isExclusive(key, one, other);
	}

	/** Whether a token belongs to a grant, where one server grants it. */
	boolean isExplained(String key, long token) {
		return isQuorum() || this.servers.get(0).isExplained(key, token);
	}

	/** Whether a token has to be larger than one that was given before. */
	boolean isOrdered(String key, long token, long earlierToken) {
		return isQuorum() ? !this.mayRepeatTokens : this.servers.get(0).isOrdered(key, token, earlierToken);
	}

	/**
	 * Whether a client has lost its place, since one of its messages overtook another.
	 */
	boolean isPlaceLost(List<String> keys, long since) {
		return this.servers.stream()
			.anyMatch((server) -> keys.stream().anyMatch((key) -> server.isPlaceLost(key, since)));
	}

	/** Whether a hold was ended by force since then. */
	boolean isForced(String key, HeldLock lock, long since) {
		return timesForced(key, lock, since) >= majority();
	}

	private long timesForced(String key, HeldLock lock, long since) {
		String share = lock.share(key);
		return this.servers.stream().filter((server) -> server.isForced(share, since)).count();
	}

	/** Whether nobody has a lock, or a place in its queue. */
	boolean isFree(String key) {
		return this.servers.stream().allMatch((server) -> server.isFree(key));
	}

	boolean isListening(String instance) {
		return this.servers.get(0).isListening(instance);
	}

	/** Whether an instance has a place in the queue of a lock. */
	boolean isPlaced(String key, String instance) {
		return this.servers.get(0).isPlaced(key, instance);
	}

	/** A server forgets everything and loses all connections. */
	void restart(SimulatedServer server) {
		server.restart();
		if (isQuorum()) {
			server.condition().recoversWithin(Wish.LONGEST_LEASE.toNanos());
			this.mayRepeatTokens |= this.farApart;
		}
	}

	/** The clock of a server is set; of several, only back. */
	void stepClock(SimulatedServer server, long micros) {
		server.stepClock(micros);
		this.mayRepeatTokens = true;
	}

	/** End all harm that is done to servers. */
	void heal() {
		for (SimulatedServer server : this.servers) {
			server.condition().setFull(false);
			server.condition().thaw();
		}
	}

	/** Since when nothing is wrong with a majority of what there is one of per server. */
	static <T> long majorityWellSince(List<T> each, ToLongFunction<T> wellSince) {
		return each.stream().mapToLong(wellSince).sorted().skip(each.size() / 2).findFirst().orElseThrow();
	}

	void checkEmpty() {
		for (SimulatedServer server : this.servers) {
			if (!server.records().keys().isEmpty()) {
				throw new Violation("the store " + server.name() + " still has records of " + server.records().keys());
			}
		}
	}

}
