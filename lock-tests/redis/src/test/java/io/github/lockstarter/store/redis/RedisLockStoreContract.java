package io.github.lockstarter.store.redis;

import java.util.List;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.tck.LockStoreContractManagement;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.ServerVersion;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.sync.NodeSelectionCommands;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.awaitility.Awaitility.await;

/**
 * The contract for stores on one client.
 */
@ExtendWith(RepeatedIfDisturbed.class)
public abstract class RedisLockStoreContract extends LockStoreContractManagement {

	private static final String PREFIX = "lock:";

	private final AbstractRedisClient client;

	private final int replicaAcks;

	/**
	 * Create the contract.
	 * @param client is shut down after each test
	 * @param replicaAcks how many replicas acknowledge a grant
	 */
	protected RedisLockStoreContract(AbstractRedisClient client, int replicaAcks) {
		this.client = client;
		this.replicaAcks = replicaAcks;
	}

	@Override
	protected LockStore createStore() {
		return new RedisLockStore(() -> this.client, PREFIX, this.replicaAcks);
	}

	@Override
	protected boolean knowsWhoIsGone() {
		return !(this.client instanceof RedisClusterClient) || ServerVersion.hasShardedChannels();
	}

	/** A proxy before the server may tell it a little later of a closed connection. */
	@Override
	protected void awaitGone(String instance) {
		if (this.client instanceof RedisClusterClient cluster) {
			try (StatefulRedisClusterConnection<String, String> connection = cluster.connect()) {
				NodeSelectionCommands<String, String> nodes = connection.sync().upstream().commands();
				String channels = "*" + instance;
				await().until(() -> (ServerVersion.hasShardedChannels() ? nodes.pubsubShardChannels(channels)
						: nodes.pubsubChannels(channels))
					.stream()
					.allMatch(List::isEmpty));
			}
		}
		else {
			String channel = PREFIX + "grants:" + instance;
			try (StatefulRedisConnection<String, String> connection = ((RedisClient) this.client).connect()) {
				await().until(() -> connection.sync().pubsubNumsub(channel).get(channel) == 0);
			}
		}
	}

	@Override
	protected void closeStores() {
		this.client.shutdown();
	}

}
