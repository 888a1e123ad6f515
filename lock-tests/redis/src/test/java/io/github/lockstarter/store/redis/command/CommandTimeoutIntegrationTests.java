package io.github.lockstarter.store.redis.command;

import java.time.Duration;

import io.github.lockstarter.testing.EmbeddedRedis;
import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for how the time-out of the application's commands concerns locks.
 */
class CommandTimeoutIntegrationTests {

	private final EmbeddedRedis server = EmbeddedRedis.start();

	@AfterEach
	void stop() {
		this.server.close();
	}

	@Test
	void aShortTimeoutIsThatOfLocks() {
		assertThat(timeoutWith(Duration.ofMillis(300))).isEqualTo(Duration.ofMillis(300));
	}

	@Test
	void nothingIsTimedThatIsGivenUpBefore() {
		assertThat(timeoutWith(Duration.ofMinutes(1))).isZero();
	}

	private Duration timeoutWith(Duration timeout) {
		try (RedisClient client = this.server.newClient(timeout)) {
			Connections connections = new Connections(() -> client, "lock:");
			Duration used = connections.commands().join().getTimeout();
			connections.close().join();
			return used;
		}
	}

}
