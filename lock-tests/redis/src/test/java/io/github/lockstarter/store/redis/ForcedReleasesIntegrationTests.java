package io.github.lockstarter.store.redis;

import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisCluster;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.protocol.CommandType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for how a holder hears that its lock was released by force.
 */
@ExtendWith(RepeatedIfDisturbed.class)
class ForcedReleasesIntegrationTests {

	private final String key = "order:" + UUID.randomUUID();

	@Test
	void aHolderThatDoesNotListenLearnsOfItAtItsNextRenewal() {
		RedisServers servers = TestServers.of(EmbeddedRedis.shared());
		try (ListeningSession holder = new ListeningSession(servers);
				ListeningSession other = new ListeningSession(servers)) {
			holder.acquire(this.key);
			assertThat(other.forceRelease(this.key)).isTrue();
			assertThat(holder.renew(this.key)).isEqualTo(AcquisitionState.LOST);
			assertThat(holder.revoked).isEmpty();
		}
	}

	@Test
	void inAClusterItIsToldByTheShardedChannelOfItsSlot() {
		List<String> keys = IntStream.range(0, 20).mapToObj((i) -> this.key + i).toList();
		RedisServers servers = TestServers.of(EmbeddedRedisCluster.shared());
		try (ListeningSession holder = new ListeningSession(servers);
				ListeningSession other = new ListeningSession(servers)) {
			keys.forEach((held) -> {
				holder.acquire(held);
				holder.listen(held);
			});
			keys.forEach(other::forceRelease);
			await().untilAsserted(() -> assertThat(holder.revoked).containsExactlyInAnyOrderElementsOf(keys));
		}
	}

	@Test
	void aServerWithoutShardedChannelsTellsItByAnOrdinaryOne() {
		try (EmbeddedRedis server = EmbeddedRedis.start("--rename-command", "SPUBLISH", "");
				ListeningSession holder = new ListeningSession(TestServers.of(server));
				ListeningSession other = new ListeningSession(TestServers.of(server))) {
			holder.acquire(this.key);
			holder.listen(this.key);
			assertThat(other.forceRelease(this.key)).isTrue();
			await().untilAsserted(() -> assertThat(holder.revoked).containsExactly(this.key));
		}
	}

	@Test
	void aReleaseThatMayNotBePublishedStands() {
		try (EmbeddedRedis server = EmbeddedRedis.start(); RedisClient client = server.newClient()) {
			RedisCommands<String, String> admin = client.connect().sync();
			admin.aclSetuser("silent",
					AclSetuserArgs.Builder.on()
						.addPassword("secret")
						.allKeys()
						.allChannels()
						.allCommands()
						.removeCommand(CommandType.PUBLISH)
						.removeCommand(CommandType.SPUBLISH));
			RedisURI uri = RedisURI.builder(server.uri()).withAuthentication("silent", "secret".toCharArray()).build();
			try (ListeningSession silent = new ListeningSession(RedisServers.at(uri));
					ListeningSession holder = new ListeningSession(TestServers.of(server))) {
				holder.acquire(this.key);
				holder.listen(this.key);
				assertThat(silent.forceRelease(this.key)).isTrue();
				assertThat(holder.renew(this.key)).isEqualTo(AcquisitionState.LOST);
			}
		}
	}

}
