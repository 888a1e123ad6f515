package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.List;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for messages in the log about the connection to one node of a quorum.
 */
@ExtendWith(OutputCaptureExtension.class)
@Full
class QuorumMessagesIntegrationTests {

	private final Logger logger = (Logger) LoggerFactory.getLogger("io.github.lockstarter.store.redis.command");

	private final List<EmbeddedRedis> servers = List.of(EmbeddedRedis.start(), EmbeddedRedis.start(),
			EmbeddedRedis.start());

	@BeforeEach
	void tellAll() {
		this.logger.setLevel(Level.INFO);
	}

	@AfterEach
	void stopServers() {
		this.logger.setLevel(null);
		this.servers.forEach(EmbeddedRedis::close);
	}

	private int port(int server) {
		return this.servers.get(server).port();
	}

	private String name(int server) {
		return "the lock server 127.0.0.1:" + port(server) + " in 'distributed-lock.quorum.nodes[" + server + "]'";
	}

	@Test
	void theyNameTheNodeAndWhereItIsConfigured(CapturedOutput output) {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class))
			.withPropertyValues("distributed-lock.store=quorum", "distributed-lock.quorum.longest-lease=0s",
					"distributed-lock.quorum.nodes=redis://127.0.0.1:" + port(0) + ",redis://127.0.0.1:" + port(1)
							+ ",redis://127.0.0.1:" + port(2))
			.run((context) -> {
				LockClient locks = context.getBean(LockClient.class);
				locks.lock("order").waitTime(Duration.ofMinutes(1)).acquire().close();
				replicate(0);
				awaitMessage(locks, output,
						"At the address of " + name(0) + " is a read-only replica now; reconnecting");
				this.servers.get(1).pause();
				awaitMessage(locks, output,
						"No reply from " + name(1) + " for 5000 ms on the lock connection; reconnecting");
				this.servers.get(1).resume();
				awaitMessage(locks, output, "The lock connection to " + name(1) + " is up");
				this.servers.get(2).kill();
				await().during(Duration.ofSeconds(1)).atMost(Duration.ofMinutes(1)).until(() -> !ask(locks));
				this.servers.get(2).restart();
				awaitMessage(locks, output, "The lock connection to " + name(2) + " is up");
			});
	}

	private void replicate(int server) {
		try (RedisClient client = this.servers.get(server).newClient()) {
			client.connect().sync().replicaof("127.0.0.1", port(2));
		}
	}

	private static void awaitMessage(LockClient locks, CapturedOutput output, String message) {
		await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
			ask(locks);
			assertThat(output).contains(message);
		});
	}

	private static boolean ask(LockClient locks) {
		try {
			locks.lock("order").waitTime(Duration.ofMillis(100)).tryAcquire().ifPresent((held) -> held.close());
			return true;
		}
		catch (LockUnavailableException ex) {
			// only one node is left that votes
			return false;
		}
	}

}
