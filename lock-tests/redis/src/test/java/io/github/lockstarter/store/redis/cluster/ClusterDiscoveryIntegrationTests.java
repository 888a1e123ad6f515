package io.github.lockstarter.store.redis.cluster;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisCluster;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Integration tests for {@link ClusterDiscovery}.
 */
@ExtendWith(RepeatedIfDisturbed.class)
@Full
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
			Partitions found = this.discovery.find(client, RedisClusterClient::getPartitions);
			assertThat(owner(found)).isEqualTo(owner(newer));
			assertThat(found.getPartition(0).getUri().getPort()).isEqualTo(former.port());
		}
	}

	/**
	 * Lettuce gives an attempt up at about the time at which nobody waits for it any
	 * more. Here nobody waits any more already while there is time left for it.
	 */
	@Test
	void aConnectionThatArrivesWhenNobodyWaitsForItIsClosed() throws InterruptedException {
		HeldConnects network = new HeldConnects();
		ClientResources resources = ClientResources.builder().nettyCustomizer(network).build();
		try (EmbeddedRedis node = EmbeddedRedis.start();
				RedisClient application = RedisClient.create(resources, node.uri());
				RedisClusterClient client = RedisClusterClient.create(resources, node.uri())) {
			RedisCommands<String, String> commands = application.connect().sync();
			failToConnect(client);
			network.hold();
			Thread connecting = new Thread(() -> this.discovery.find(client, Function.identity()));
			connecting.start();
			await().until(network::isConnecting);
			connecting.interrupt();
			connecting.join();
			network.release();
			await().pollDelay(Duration.ofMillis(1500)).until(() -> commands.clientList().lines().count() == 1);
		}
		finally {
			resources.shutdown();
		}
	}

	/** Nodes are asked only after that. */
	private void failToConnect(RedisClusterClient client) {
		assertThatExceptionOfType(RedisException.class).isThrownBy(() -> this.discovery.find(client, (known) -> {
			throw new RedisException("no node can be connected to");
		}));
	}

	private static String owner(Partitions partitions) {
		return partitions.getMasterBySlot(SlotHash.getSlot(KEY)).getNodeId();
	}

	/**
	 * Can keep what connects from reaching the server.
	 */
	private static final class HeldConnects implements NettyCustomizer {

		private volatile CompletableFuture<Void> released = CompletableFuture.completedFuture(null);

		private volatile boolean connecting;

		void hold() {
			this.connecting = false;
			this.released = new CompletableFuture<>();
		}

		boolean isConnecting() {
			return this.connecting;
		}

		void release() {
			this.released.complete(null);
		}

		@Override
		public void afterChannelInitialized(Channel channel) {
			channel.pipeline().addFirst(new ChannelOutboundHandlerAdapter() {

				@Override
				public void connect(ChannelHandlerContext context, SocketAddress remote, SocketAddress local,
						ChannelPromise promise) {
					HeldConnects.this.connecting = true;
					HeldConnects.this.released.thenRunAsync(() -> context.connect(remote, local, promise),
							context.executor());
				}

			});
		}

	}

}
