package io.github.lockstarter.autoconfigure;

import java.time.Duration;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.testing.EmbeddedRedisSentinel;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests of sentinels that ask for a password, with a user that may do no more than the
 * documentation lists.
 */
@ExtendWith(RepeatedIfDisturbed.class)
@Full
class SentinelRightsIntegrationTests {

	/** A call that is told at once does not wait for it. */
	private static final Duration LONG = Duration.ofSeconds(60);

	private static EmbeddedRedisSentinel redis;

	@BeforeAll
	static void start() {
		redis = EmbeddedRedisSentinel.startWithUser("app", "secret");
	}

	@AfterAll
	static void stop() {
		redis.close();
	}

	private ApplicationContextRunner runner(String password) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class, LockAutoConfiguration.class))
			.withPropertyValues("spring.data.redis.sentinel.master=" + EmbeddedRedisSentinel.NAME,
					"spring.data.redis.sentinel.nodes=" + redis.sentinelAddresses(),
					"spring.data.redis.sentinel.username=app", "spring.data.redis.sentinel.password=" + password);
	}

	@Test
	void theUserOfTheApplicationFindsThePrimaryAndListensToEachSentinel() {
		runner("secret").run((context) -> {
			context.getBean(LockClient.class).lock("order").acquire().close();
			redis.sentinels()
				.forEach((sentinel) -> await().until(() -> sentinel.commands()
					.clientList()
					.lines()
					.anyMatch((client) -> client.contains("cmd=subscribe") && client.contains("user=app"))));
		});
	}

	@Test
	void aWrongPasswordIsToldAtOnceWithTheProperty() {
		runner("wrong").run((context) -> {
			LockClient client = context.getBean(LockClient.class);
			assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> client.lock("order").waitTime(LONG).acquire())
				.withMessageContaining("the sentinel at localhost:")
				.withMessageContaining("refused the login (WRONGPASS); correct 'spring.data.redis.sentinel.username'"
						+ " and 'spring.data.redis.sentinel.password'")
				.satisfies((failure) -> assertThat(failure.getWaited()).isLessThan(LONG.dividedBy(2)));
		});
	}

}
