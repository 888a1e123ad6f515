package io.github.lockstarter.benchmarks;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Address of a contender's store, the lease of its locks, and settings that differ from
 * its defaults.
 *
 * @param topology what there is
 * @param addresses host and port of the server, of the servers of a quorum, of the
 * sentinels, or of nodes of the Cluster
 * @param lease how long the store keeps a lock
 * @param settings by name, as the contender understands them
 */
public record Target(Topology topology, List<String> addresses, Duration lease, Map<String, String> settings) {

	/** The name by which sentinels know the primary. */
	public static final String PRIMARY = "locks";

	/**
	 * One server, with the lease of the benchmarks.
	 * @param host the host of Redis
	 * @param port its port
	 * @return the target
	 */
	public static Target server(String host, int port) {
		return new Target(Topology.SERVER, List.of(host + ":" + port), Contender.LEASE, Map.of());
	}

	Target with(Map<String, String> settings) {
		return new Target(this.topology, this.addresses, this.lease, settings);
	}

	/** A setting that applies unless another is chosen. */
	Target withDefault(String name, String value) {
		Map<String, String> all = new LinkedHashMap<>(this.settings);
		all.putIfAbsent(name, value);
		return with(all);
	}

	/**
	 * The address of the only server, as a URI.
	 * @return the URI
	 */
	public String uri() {
		if (this.topology != Topology.SERVER) {
			throw new IllegalArgumentException("This contender works with one server only, not with " + this.topology);
		}
		return uris()[0];
	}

	/**
	 * All addresses, as URIs.
	 * @return the URIs
	 */
	public String[] uris() {
		return this.addresses.stream().map((address) -> "redis://" + address).toArray(String[]::new);
	}

	/**
	 * The database on the only server, as a URL for JDBC.
	 * @return the URL
	 */
	public String jdbcUrl() {
		if (this.topology != Topology.POSTGRESQL) {
			throw new IllegalArgumentException("This contender works with PostgreSQL only, not with " + this.topology);
		}
		return "jdbc:postgresql://" + this.addresses.get(0) + "/postgres?user=postgres";
	}

	/**
	 * Address of Redis, or else.
	 */
	public enum Topology {

		/** One server. */
		SERVER,

		/** Servers that sentinels watch. */
		SENTINEL,

		/** A Redis Cluster. */
		CLUSTER,

		/** Servers of which a majority decides. */
		QUORUM,

		/** A PostgreSQL server. */
		POSTGRESQL

	}

}
