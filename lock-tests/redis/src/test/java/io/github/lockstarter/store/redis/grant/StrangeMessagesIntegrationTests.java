package io.github.lockstarter.store.redis.grant;

import java.util.UUID;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.redis.ListeningSession;
import io.github.lockstarter.store.redis.TestServers;
import io.github.lockstarter.testing.CapturedLog;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.LogCapture;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for messages on the channel of an instance that no script has sent.
 */
@ExtendWith(LogCapture.class)
class StrangeMessagesIntegrationTests {

	private final EmbeddedRedis server = EmbeddedRedis.start();

	private final RedisClient client = this.server.newClient();

	private final RedisCommands<String, String> admin = this.client.connect().sync();

	private final ListeningSession holder = new ListeningSession(TestServers.of(this.server));

	private final ListeningSession waiter = new ListeningSession(TestServers.of(this.server));

	private final String key = "order:" + UUID.randomUUID();

	@BeforeEach
	void listen() {
		this.waiter.listen(this.key);
	}

	private void send(String message) {
		this.admin.publish(this.admin.pubsubChannels().get(0), message);
	}

	@Test
	void canNeitherForgeLinesOfTheLogNorFloodIt(CapturedLog log) {
		for (int i = 0; i < 100; i++) {
			send("x\n2026-11-29 INFO bank.Audit : approved\u001b[2J" + "y".repeat(100_000));
		}
		await().untilAsserted(
				() -> assertThat(log.toString()).contains("x\\n2026-11-29 INFO bank.Audit : approved\\u001b"));
		assertGrantIsHeard();
		assertThat(log.toString().lines()).hasSize(1).allSatisfy((line) -> assertThat(line).hasSizeLessThan(1000));
	}

	@Test
	void ofAnotherPrefixAreNotForTheLocks(CapturedLog log) {
		send("1 1 1 1 server - other:" + this.key);
		send("revoked 1 other");
		await().untilAsserted(() -> assertThat(log.toString()).contains("that no lock store has sent"));
		assertGrantIsHeard();
	}

	private void assertGrantIsHeard() {
		this.holder.acquire(this.key);
		assertThat(this.waiter.queue(this.key)).isEqualTo(AcquisitionState.QUEUED);
		this.holder.release(this.key);
		await().until(() -> !this.waiter.granted.isEmpty());
		this.waiter.release(this.key);
	}

	@AfterEach
	void close() {
		this.holder.close();
		this.waiter.close();
		this.client.shutdown();
		this.server.close();
	}

}
