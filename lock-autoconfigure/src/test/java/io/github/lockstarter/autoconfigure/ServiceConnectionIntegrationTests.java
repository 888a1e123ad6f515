package io.github.lockstarter.autoconfigure;

import com.redis.testcontainers.RedisContainer;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.Test;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.boot.testcontainers.service.connection.ServiceConnectionAutoConfiguration;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

import static org.assertj.core.api.Assertions.assertThat;

@SpringJUnitConfig
@ImportAutoConfiguration({ ServiceConnectionAutoConfiguration.class, DataRedisAutoConfiguration.class,
		LockAutoConfiguration.class })
@Testcontainers(disabledWithoutDocker = true)
@Full
class ServiceConnectionIntegrationTests {

	@Container
	@ServiceConnection
	static final RedisContainer redis = new RedisContainer("redis:7-alpine");

	@Autowired
	private LockClient client;

	@Test
	void locksInTheContainer() throws Exception {
		try (LockHandle held = this.client.lock("key").acquire()) {
			assertThat(held.isValid()).isTrue();
			assertThat(redis.execInContainer("redis-cli", "KEYS", "*").getStdout()).contains("lock:key");
		}
	}

}
