package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.List;

import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockNoMajorityException;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for a quorum of which a server is a replica, of another one or of any.
 */
@Full
class ReplicaVoteIntegrationTests {

	/** On a busy machine a connection may be given up in between. */
	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private final List<EmbeddedRedis> servers = List.of(EmbeddedRedis.start(), EmbeddedRedis.start(),
			EmbeddedRedis.start());

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class))
		.withPropertyValues("distributed-lock.store=quorum", "distributed-lock.quorum.node-timeout=5s",
				"distributed-lock.quorum.longest-lease=0s", "distributed-lock.quorum.nodes=redis://127.0.0.1:" + port(0)
						+ ",redis://127.0.0.1:" + port(1) + ",redis://127.0.0.1:" + port(2));

	@AfterEach
	void stopServers() {
		this.servers.forEach(EmbeddedRedis::close);
	}

	private int port(int server) {
		return this.servers.get(server).port();
	}

	private void replicate(int server, String readOnly) {
		try (RedisClient client = this.servers.get(server).newClient()) {
			client.connect().sync().configSet("replica-read-only", readOnly);
			client.connect().sync().replicaof("127.0.0.1", port(0));
			await().until(() -> client.connect().sync().info("replication").contains("master_link_status:up"));
		}
	}

	private String trouble(int server) {
		return "127.0.0.1:" + port(server) + ": this Redis is a replica, which has no vote; let"
				+ " 'distributed-lock.quorum.nodes[" + server + "]' name the primary";
	}

	@ParameterizedTest
	@ValueSource(strings = { "yes", "no" })
	void replicasAreNoMajorityWithTheirPrimary(String readOnly) {
		replicate(1, readOnly);
		replicate(2, readOnly);
		this.application.run((context) -> {
			LockClient locks = context.getBean(LockClient.class);
			await().atMost(PATIENCE)
				.untilAsserted(() -> assertThatExceptionOfType(LockNoMajorityException.class)
					.isThrownBy(() -> locks.lock("order").waitTime(Duration.ofSeconds(3)).acquire())
					.withMessageContaining(
							"1 of 3 lock servers answer, 2 are needed; " + trouble(1) + "; " + trouble(2)));
		});
	}

	@Test
	void theOthersGoOnWithoutAReplica() {
		replicate(2, "yes");
		this.application.run((context) -> {
			LockClient locks = context.getBean(LockClient.class);
			long token;
			try (LockHandle held = locks.lock("order").acquire()) {
				token = held.fencingToken();
			}
			try (LockHandle next = locks.lock("order").acquire()) {
				assertThat(next.fencingToken()).isGreaterThan(token);
			}
			await().ignoreExceptionsInstanceOf(LockUnavailableException.class)
				.untilAsserted(() -> assertThat(context.getBean(LockAdmin.class).status().problem())
					.isEqualTo("127.0.0.1:" + port(2) + ": Redis is a replica, so no lock can be acquired there; let"
							+ " 'distributed-lock.quorum.nodes[2]' name the primary."));
		});
	}

}
