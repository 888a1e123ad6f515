package io.github.lockstarter.store.redis;

import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisCluster;
import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.models.partitions.Partitions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Integration tests for {@link ClusterDiscovery}.
 */
class ClusterDiscoveryIntegrationTests {

	private static final String KEY = "key";

	private final ClusterDiscovery discovery = new ClusterDiscovery();

	@Test
	void anOlderViewOfFewNodesIsNotBelieved() {
		try (EmbeddedRedisCluster cluster = EmbeddedRedisCluster.start();
				RedisClusterClient client = cluster.newClient()) {
			Partitions newer = NewerTopology.of(client.getPartitions(), SlotHash.getSlot(KEY));
			client.getPartitions().reload(newer.getPartitions());
			EmbeddedRedis former = cluster.master(KEY);
			cluster.nodes().stream().filter((node) -> node != former).forEach(EmbeddedRedis::pause);
			failToConnect(client);
			Partitions found = this.discovery.connect(client, RedisClusterClient::getPartitions);
			assertThat(owner(found)).isEqualTo(owner(newer));
			assertThat(found.getPartition(0).getUri().getPort()).isEqualTo(former.port());
		}
	}

	/** Nodes are asked only after that. */
	private void failToConnect(RedisClusterClient client) {
		assertThatExceptionOfType(RedisException.class).isThrownBy(() -> this.discovery.connect(client, (known) -> {
			throw new RedisException("no node can be connected to");
		}));
	}

	private static String owner(Partitions partitions) {
		return partitions.getMasterBySlot(SlotHash.getSlot(KEY)).getNodeId();
	}

}
