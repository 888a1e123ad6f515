package io.github.lockstarter.store.redis;

import java.util.Collection;
import java.util.List;

import io.github.lockstarter.store.redis.connection.ClientSettings;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;

/**
 * The Redis that a {@link RedisLockStore} uses: where it is, and how to log in there.
 * Each session of the store opens a client of its own from it, with two I/O threads that
 * no other code runs on, and limits of time of its own: a server has two seconds to
 * accept a connection and eight, for the first connection sixteen, to complete the
 * handshake, and commands have the limits that locks need. Immutable and thread-safe.
 */
public final class RedisServers {

	private final ClientSettings settings;

	private RedisServers(ClientSettings settings) {
		this.settings = settings;
	}

	/**
	 * One server, or the primary that sentinels name.
	 * @param address its address, or that of the sentinels, with the credentials, the
	 * database and the name of the client; its time-out does not apply
	 * @return the server
	 */
	public static RedisServers at(RedisURI address) {
		return new RedisServers(new ClientSettings(List.of(address), false, ClientOptions.create(), null));
	}

	/**
	 * A Redis Cluster.
	 * @param nodes the addresses of some of its nodes, the first with the credentials,
	 * the encryption and the name of the client for all nodes; time-outs do not apply
	 * @return the Cluster
	 */
	public static RedisServers ofCluster(Collection<RedisURI> nodes) {
		if (nodes.isEmpty()) {
			throw new IllegalArgumentException("A Redis Cluster needs the address of at least one of its nodes.");
		}
		return new RedisServers(new ClientSettings(List.copyOf(nodes), true, ClientOptions.create(), null));
	}

	/**
	 * The same, reached as another client with these options does it.
	 * @param options what they say about TLS, the version of the protocol, sockets, and
	 * the nodes of a Cluster that may be used applies; their limits of time do not
	 * @return the changed servers
	 */
	public RedisServers withOptions(ClientOptions options) {
		return new RedisServers(this.settings.with(options));
	}

	/**
	 * The same, with what resolves, traces and measures for another client.
	 * @param resources their threads are not used, and they are never shut down here
	 * @return the changed servers
	 */
	public RedisServers withResources(ClientResources resources) {
		return new RedisServers(this.settings.with(resources));
	}

	ClientSettings settings() {
		return this.settings;
	}

}
