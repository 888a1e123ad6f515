package io.github.lockstarter.store.redis.sentinel;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.store.redis.RedisServers;
import io.github.lockstarter.store.redis.TestServers;
import io.github.lockstarter.store.redis.command.Connections;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.StubSentinel;
import io.lettuce.core.api.StatefulRedisConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for an attempt to connect that a former primary does not answer, and one beside
 * it that is led to its successor.
 */
@ExtendWith(RepeatedIfDisturbed.class)
@Full
class HangingPrimaryIntegrationTests {

	@Test
	void theAttemptThatIsLedToTheSuccessorCounts() throws IOException {
		try (ServerSocket former = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
				StubSentinel sentinel = new StubSentinel(former.getLocalPort())) {
			Connections connections = new Connections(TestServers.client(RedisServers.at(sentinel.uri())), "lock:",
					"Redis");
			CompletableFuture<StatefulRedisConnection<String, String>> connected = connections.servers()
				.only()
				.connection();
			former.accept();
			await()
				.until(() -> sentinel.subscribers() == 1 && sentinel.questions() == 2 && sentinel.connections() == 1);
			sentinel.elect(EmbeddedRedis.shared().port());
			assertThat(connected).succeedsWithin(Duration.ofSeconds(20));
			assertThat(connected.join().isOpen()).isTrue();
			connections.close().join();
		}
	}

}
