package io.github.lockstarter.benchmarks.harness;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import io.github.lockstarter.benchmarks.Store;
import io.github.lockstarter.benchmarks.Target;

/**
 * The servers that all contenders share, one for each store that is needed.
 */
public final class Servers implements AutoCloseable {

	private final Map<Store, Server> servers = new EnumMap<>(Store.class);

	private Servers() {
	}

	/**
	 * Start the servers, and wait until they can be used.
	 * @param stores what is needed
	 * @param redis host and port of a Redis to use; its own if empty
	 * @return the servers
	 * @throws IOException if one can't be started or reached
	 */
	public static Servers open(Set<Store> stores, String redis) throws IOException {
		Servers servers = start(stores, redis);
		servers.servers.values().forEach((server) -> {
			if (server instanceof QuorumServers quorum) {
				quorum.awaitVotes();
			}
		});
		return servers;
	}

	/** Start the servers. Those of a quorum vote only later. */
	static Servers start(Set<Store> stores, String redis) throws IOException {
		Servers servers = new Servers();
		try {
			for (Store store : stores) {
				servers.servers.put(store, server(store, redis));
			}
			return servers;
		}
		catch (IOException | RuntimeException ex) {
			servers.close();
			throw ex;
		}
	}

	private static Server server(Store store, String redis) throws IOException {
		return switch (store) {
			case REDIS -> RedisServer.open(redis);
			case REDIS_WITH_REPLICA -> ReplicatedServer.start();
			case QUORUM_OF_THREE -> QuorumServers.start(3);
			case QUORUM_OF_FIVE -> QuorumServers.start(5);
			case POSTGRESQL -> PostgresServer.start();
		};
	}

	/**
	 * Target of contenders in a store.
	 * @param store the store, which was started
	 * @return the target
	 */
	public Target target(Store store) {
		return server(store).target();
	}

	Server server(Store store) {
		return Objects.requireNonNull(this.servers.get(store), store + " was not started.");
	}

	Set<Store> stores() {
		return this.servers.keySet();
	}

	@Override
	public void close() {
		this.servers.values().forEach(Server::close);
		this.servers.clear();
	}

}
