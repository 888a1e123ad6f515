package io.github.lockstarter.store.redis;

import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.redis.command.ChannelNames;
import io.github.lockstarter.store.redis.command.Connections;
import io.github.lockstarter.store.redis.connection.CurrentClient;

/**
 * A {@link LockStore} on Redis 6.0 or newer or Valkey, standalone, with Sentinel or as a
 * Cluster.
 *
 * <p>
 * A lock is one string under {@code <prefix><key>}, as {@code head.lua} describes. Each
 * operation is one script on that key, decided by the server's clock. In MONITOR, a lock
 * that is taken and released without a rival reads:
 *
 * <pre class="code">
 * "EVALSHA" "…" "1" "lock:order:42" "Xv0…:7" "lock:grants:" "35000" "000000030000 1024\nshop\nweb-1:4711\nmain" ""
 * "TIME"
 * "SET" "lock:order:42" "lock/4 Xv0…:7 1795381372603134 000000030000 1024\nshop\nweb-1:4711\nmain" "NX" "PX" "35000"
 *
 * "EVALSHA" "…" "1" "lock:order:42" "Xv0…:7" "lock:grants:" "0" "1"
 * "TIME"
 * "GET" "lock:order:42"
 * "DEL" "lock:order:42"
 * </pre>
 *
 * If a command may still come late or twice, the release leaves a mark for five seconds
 * instead, which shows how its acquisition ended. If others wait, the release makes the
 * first reachable waiter the owner, and ends with
 * {@code PUBLISH lock:grants:<its instance>}; in a Cluster, where each slot has a channel
 * of its own, with {@code SPUBLISH lock:grants:{<number>}:<its instance>}.
 *
 * <p>
 * Many leases are renewed, and many waiters ask again, by one script with up to two
 * hundred keys; in a Cluster, by one script each, sent without waiting for one another.
 *
 * <p>
 * A script that a server no longer has is sent in full again. Thread-safe.
 */
public final class RedisLockStore implements LockStore {

	private final Supplier<CurrentClient> clients;

	private final String keyPrefix;

	private final int replicaAcks;

	private final StartUpWarnings warnings;

	/**
	 * Create a store that asks for no acknowledgements of replicas.
	 * @param servers where Redis is
	 * @param keyPrefix the prefix of all keys and channels
	 */
	public RedisLockStore(RedisServers servers, String keyPrefix) {
		this(() -> new CurrentClient(servers.settings()), keyPrefix, 0, StartUpWarnings.OF_THE_ONLY_SERVER);
	}

	/**
	 * Create a store.
	 * @param servers supplies where Redis is; asked again for each command, since an
	 * application may go on with another Redis: the store does so, too, as soon as this
	 * supplies another object
	 * @param keyPrefix the prefix of all keys and channels
	 * @param replicaAcks the number of replicas that have to acknowledge a lease before
	 * it counts
	 */
	public RedisLockStore(Supplier<RedisServers> servers, String keyPrefix, int replicaAcks) {
		this(() -> new CurrentClient(() -> servers.get().settings()), keyPrefix, replicaAcks,
				StartUpWarnings.OF_THE_ONLY_SERVER);
	}

	private RedisLockStore(Supplier<CurrentClient> clients, String keyPrefix, int replicaAcks,
			StartUpWarnings warnings) {
		this.clients = clients;
		this.keyPrefix = keyPrefix;
		this.replicaAcks = replicaAcks;
		this.warnings = warnings;
	}

	/**
	 * The same store as one of several that decide by majority.
	 * @param name its name in messages, and where it is configured
	 * @param advice changes messages that advise where it is configured
	 * @return a store whose messages say which one it is
	 */
	public RedisLockStore asOneOfSeveral(String name, UnaryOperator<String> advice) {
		return new RedisLockStore(this.clients, this.keyPrefix, this.replicaAcks, StartUpWarnings.of(name, advice));
	}

	@Override
	public LockSession open(String instance, GrantListener listener) {
		CurrentClient client = this.clients.get();
		return new RedisLockSession(new Connections(client, this.keyPrefix, this.warnings.server()),
				new ChannelNames(this.keyPrefix, instance, client::isCluster), listener, this.replicaAcks,
				this.warnings);
	}

}
