package io.github.lockstarter.store.redis.connection;

import java.util.List;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a client of the locks.
 *
 * @param addresses of the only server, or of the sentinels that name it; for a Cluster,
 * of some of its nodes
 * @param cluster whether it is a Cluster
 * @param options the options of the application's client, of which TLS, protocol and the
 * choice of nodes apply
 * @param resources the resources of the application's client, of which all but threads
 * and events are used; {@code null} if there are none
 */
public record ClientSettings(List<RedisURI> addresses, boolean cluster, ClientOptions options,
		@Nullable ClientResources resources) {

	/**
	 * The same with other options.
	 */
	public ClientSettings with(ClientOptions other) {
		return new ClientSettings(this.addresses, this.cluster, other, this.resources);
	}

	/**
	 * The same with other resources.
	 */
	public ClientSettings with(ClientResources other) {
		return new ClientSettings(this.addresses, this.cluster, this.options, other);
	}

}
