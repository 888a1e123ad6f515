package io.github.lockstarter.jvm;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.core.ClientIdentity;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.core.LockClientOptions;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.quorum.NamedStore;
import io.github.lockstarter.store.quorum.QuorumLockStore;
import io.github.lockstarter.store.quorum.QuorumOptions;
import io.github.lockstarter.store.redis.RedisLockStore;
import io.github.lockstarter.store.redis.RedisServers;
import io.github.lockstarter.testing.RedisTarget;

/**
 * Lock clients of a Redis server on this machine, for this JVM and its children.
 */
public final class ChildLocks {

	/** Far more than a server needs, for a busy machine. */
	private static final Duration NODE_TIMEOUT = Duration.ofMillis(500);

	private ChildLocks() {
	}

	public static DefaultLockClient client(RedisTarget redis, Duration lease) {
		return client(redis, lease, LockClientOptions.DEFAULT);
	}

	/**
	 * Create a client of one server, or of several that decide together.
	 */
	public static DefaultLockClient client(List<RedisTarget> servers, Duration lease) {
		if (servers.size() == 1) {
			return client(servers.get(0), lease);
		}
		List<NamedStore> stores = IntStream.range(0, servers.size())
			.mapToObj((index) -> new NamedStore("server-" + index, store(servers.get(index), 0)))
			.toList();
		return client(new QuorumLockStore(stores, new QuorumOptions(NODE_TIMEOUT, lease)), lease,
				LockClientOptions.DEFAULT);
	}

	/**
	 * Create a client whose leases count only once a replica has them.
	 */
	public static DefaultLockClient acknowledgedClient(RedisTarget redis, Duration lease) {
		return client(store(redis, 1), lease, LockClientOptions.DEFAULT);
	}

	static DefaultLockClient client(RedisTarget redis, Duration lease, LockClientOptions clientOptions) {
		return client(store(redis, 0), lease, clientOptions);
	}

	private static RedisLockStore store(RedisTarget redis, int replicaAcks) {
		RedisServers plain = redis.cluster() ? RedisServers.ofCluster(redis.addresses())
				: RedisServers.at(redis.addresses().get(0));
		RedisServers servers = plain.withOptions(redis.options()).withResources(redis.resources());
		return new RedisLockStore(() -> servers, "lock:", replicaAcks);
	}

	private static DefaultLockClient client(LockStore store, Duration lease, LockClientOptions clientOptions) {
		LockOptions options = LockOptions.NONE.with(LockOption.WAIT_TIME, Duration.ofSeconds(60))
			.with(LockOption.LEASE_TIME, lease);
		DefaultLockClient client = new DefaultLockClient(store, new LockSettings(options, Map.of()),
				new ClientIdentity("children", "pid-" + ProcessHandle.current().pid()), clientOptions);
		client.start();
		return client;
	}

}
