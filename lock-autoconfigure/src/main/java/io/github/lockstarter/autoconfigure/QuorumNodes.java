package io.github.lockstarter.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import io.github.lockstarter.store.quorum.NamedStore;
import io.github.lockstarter.store.redis.RedisLockStore;
import io.github.lockstarter.store.redis.RedisServers;
import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConfiguration;

/**
 * The servers of a quorum, as the application names them.
 */
final class QuorumNodes {

	private final List<NamedStore> stores = new ArrayList<>();

	QuorumNodes(LockProperties properties, RedisConnectionFactories factories, @Nullable ClientResources resources) {
		String prefix = RedisStoreConfiguration.checkedKeyPrefix(properties);
		List<String> nodes = properties.getQuorum().getNodes();
		for (int i = 0; i < nodes.size(); i++) {
			String node = nodes.get(i);
			if (node.contains("://")) {
				RedisURI uri = uri(node);
				checkSingle(i, !uri.getSentinels().isEmpty(), false);
				add(i, name(uri), store(RedisServers.at(uri), resources, prefix), QuorumNodeFailures.ofUrl(i));
			}
			else {
				checkName(i, node);
				ConnectionFactoryServers servers = factories.get(node);
				RedisConfiguration configuration = servers.configuration();
				checkSingle(i, RedisConfiguration.isSentinelConfiguration(configuration),
						RedisConfiguration.isClusterConfiguration(configuration));
				add(i, node, new RedisLockStore(servers, prefix, 0), QuorumNodeFailures.ofBean(node));
			}
		}
	}

	private static RedisLockStore store(RedisServers server, @Nullable ClientResources resources, String prefix) {
		return new RedisLockStore((resources != null) ? server.withResources(resources) : server, prefix);
	}

	private void add(int index, String name, RedisLockStore store, UnaryOperator<String> advice) {
		String configured = name + " in '" + LockQuorumProperties.NODES + "[" + index + "]'";
		this.stores.add(new NamedStore(name, store.asOneOfSeveral(configured, advice), advice));
	}

	/** A URL without its scheme may contain a password, and a name is shown. */
	private static void checkName(int index, String node) {
		if (node.contains("@") || node.contains(":")) {
			throw new LockConfigurationException(
					"'" + LockQuorumProperties.NODES + "[" + index + "]' is neither a URL nor the name of a bean.",
					"Begin the URL of a server with 'redis://', or with 'rediss://' for TLS.");
		}
	}

	/**
	 * A replica that takes over may lack what the former primary granted, and nothing
	 * shows that.
	 */
	private static void checkSingle(int index, boolean sentinel, boolean cluster) {
		if (sentinel || cluster) {
			throw new LockConfigurationException(
					"'" + LockQuorumProperties.NODES + "[" + index + "]' is a "
							+ (cluster ? "Cluster" : "Sentinel group")
							+ ", but each node of a quorum has to be one server: a failover may forget a lock that"
							+ " counts as granted there.",
					"Name a server that fails over to no other one; or let the " + (cluster ? "Cluster" : "group")
							+ " alone keep the locks, with 'distributed-lock.store=redis'.");
		}
	}

	/** The URL may contain a password, so the message does not repeat it. */
	private static RedisURI uri(String url) {
		try {
			return RedisURI.create(url);
		}
		catch (IllegalArgumentException ex) {
			throw new LockConfigurationException(
					"A URL in the property '" + LockQuorumProperties.NODES + "' is not that of a Redis server.",
					"Write it like 'redis://redis-1:6379' or 'rediss://user:password@redis-1:6379/0'.");
		}
	}

	/** The name of a server in messages: without its password. */
	private static String name(RedisURI uri) {
		String address = uri.getHost() + ":" + uri.getPort();
		return (uri.getDatabase() != 0) ? address + "/" + uri.getDatabase() : address;
	}

	List<NamedStore> stores() {
		return this.stores;
	}

}
