package io.github.lockstarter.store.redis;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.tck.LockStoreContractManagement;
import io.github.lockstarter.testing.RedisTarget;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.ServerVersion;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.resource.ClientResources;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.awaitility.Awaitility.await;

/**
 * The contract for stores on one client.
 */
@ExtendWith(RepeatedIfDisturbed.class)
public abstract class RedisLockStoreContract extends LockStoreContractManagement {

	private static final String PREFIX = "lock:";

	private final AbstractRedisClient client;

	private final RedisServers servers;

	private final int replicaAcks;

	/**
	 * Create the contract.
	 * @param redis where the locks are
	 * @param replicaAcks how many replicas acknowledge a grant
	 */
	protected RedisLockStoreContract(RedisTarget redis, int replicaAcks) {
		this.client = redis.newClient();
		this.servers = TestServers.of(redis);
		this.replicaAcks = replicaAcks;
	}

	@Override
	protected LockStore createStore() {
		return new RedisLockStore(() -> this.servers, PREFIX, this.replicaAcks);
	}

	@Override
	protected boolean knowsWhoIsGone() {
		return !(this.client instanceof RedisClusterClient) || ServerVersion.hasShardedChannels();
	}

	/** A proxy before the server may tell it a little later of a closed connection. */
	@Override
	protected void awaitGone(String instance) {
		if (this.client instanceof RedisClusterClient cluster) {
			cluster.getPartitions().forEach((node) -> awaitGone(cluster.getResources(), node.getUri(), "*" + instance));
		}
		else {
			String channel = PREFIX + "grants:" + instance;
			try (StatefulRedisConnection<String, String> connection = ((RedisClient) this.client).connect()) {
				await().until(() -> connection.sync().pubsubNumsub(channel).get(channel) == 0);
			}
		}
	}

	/** The user of the client may not ask for this. */
	private static void awaitGone(ClientResources resources, RedisURI node, String channels) {
		try (RedisClient admin = RedisClient.create(resources, RedisURI.create(node.getHost(), node.getPort()))) {
			RedisCommands<String, String> commands = admin.connect().sync();
			await().until(() -> (ServerVersion.hasShardedChannels() ? commands.pubsubShardChannels(channels)
					: commands.pubsubChannels(channels))
				.isEmpty());
		}
	}

	@Override
	protected void closeStores() {
		this.client.shutdown();
	}

}
