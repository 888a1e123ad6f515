package io.github.lockstarter.store.redis.cluster;

import java.util.List;
import java.util.stream.Stream;

import io.github.lockstarter.store.redis.connection.SessionTimer;
import io.github.lockstarter.testing.EmbeddedRedisCluster;
import io.github.lockstarter.testing.Full;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.StatefulRedisClusterConnectionImpl;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link NodeConnections}.
 */
@Full
class NodeConnectionsIntegrationTests {

	private final EmbeddedRedisCluster cluster = EmbeddedRedisCluster.start();

	private final RedisClusterClient client = this.cluster.newClient();

	private final StatefulRedisClusterConnectionImpl<String, String> connection = (StatefulRedisClusterConnectionImpl<String, String>) this.client
		.connect();

	private final SessionTimer timer = new SessionTimer();

	private final NodeConnections nodes = new NodeConnections(this.connection, ClusterClientOptions.create(),
			this.timer, new Deaf());

	/** Commands for a slot that is about to move there are sent to it. */
	@Test
	void theConnectionToAPrimaryThatServesNoSlotYetIsUsed() {
		RedisClusterNode fresh = withoutSlots();
		StatefulRedisConnection<String, String> opened = this.nodes.get(fresh).join();
		assertThat(ServedSlots.any(fresh)).isFalse();
		assertThat(this.nodes.isUsed(opened)).isTrue();
	}

	@Test
	void aConnectionThatLettuceDoesNotKnowIsNotUsed() {
		StatefulRedisClusterConnectionImpl<String, String> another = (StatefulRedisClusterConnectionImpl<String, String>) this.client
			.connect();
		StatefulRedisConnection<String, String> foreign = NodeConnections.to(another, withoutSlots()).join();
		assertThat(this.nodes.isUsed(foreign)).isFalse();
	}

	private RedisClusterNode withoutSlots() {
		List<RedisClusterNode> known = this.connection.getPartitions().stream().map(RedisClusterNode::new).toList();
		RedisClusterNode fresh = known.get(0);
		RedisClusterNode other = known.get(1);
		other.setSlots(Stream.concat(other.getSlots().stream(), fresh.getSlots().stream()).toList());
		fresh.setSlots(List.of());
		Partitions changed = new Partitions();
		changed.addAll(known);
		this.connection.setPartitions(changed);
		return fresh;
	}

	@AfterEach
	void close() {
		this.timer.close();
		this.client.shutdown();
		this.cluster.close();
	}

	private static final class Deaf implements Topology.Listener {

		@Override
		public void answered() {
		}

		@Override
		public void repeated() {
		}

		@Override
		public void changed() {
		}

	}

}
