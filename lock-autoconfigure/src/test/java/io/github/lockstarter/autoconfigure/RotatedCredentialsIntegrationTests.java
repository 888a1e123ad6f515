package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockState;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.RedisCredentialsProviderFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Locks while the password of the application changes.
 */
class RotatedCredentialsIntegrationTests {

	private static final String USER = "locks";

	private static final Duration LEASE = Duration.ofMinutes(10);

	private final AtomicReference<String> password = new AtomicReference<>("first");

	private LettuceConnectionFactory factory(EmbeddedRedis redis) {
		RedisCredentialsProviderFactory credentials = new RedisCredentialsProviderFactory() {
			@Override
			public RedisCredentialsProvider createCredentialsProvider(RedisConfiguration configuration) {
				return () -> Mono.fromSupplier(
						() -> RedisCredentials.just(USER, RotatedCredentialsIntegrationTests.this.password.get()));
			}
		};
		return new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", redis.port()),
				LettuceClientConfiguration.builder().redisCredentialsProviderFactory(credentials).build());
	}

	private void allowOnly(RedisCommands<String, String> admin, String allowed) {
		admin.aclSetuser(USER,
				AclSetuserArgs.Builder.on().resetpass().addPassword(allowed).allKeys().allChannels().allCommands());
	}

	@Test
	void aLockStaysHeldAndIsReleasedAtOnceWithTheNewPassword() {
		try (EmbeddedRedis redis = EmbeddedRedis.start(); RedisClient client = redis.newClient()) {
			RedisCommands<String, String> admin = client.connect().sync();
			allowOnly(admin, "first");
			new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class))
				.withPropertyValues("distributed-lock.wait-time=60s")
				.withBean(LettuceConnectionFactory.class, () -> factory(redis))
				.run((context) -> {
					LockHandle held = context.getBean(LockClient.class).lock("key").leaseTime(LEASE).acquire();
					allowOnly(admin, "second");
					this.password.set("second");
					assertThat(closeConnections(admin)).isPositive();
					await().ignoreExceptionsInstanceOf(LockUnavailableException.class)
						.untilAsserted(() -> held.extend(LEASE.multipliedBy(2)));
					assertThat(held.state()).isEqualTo(LockState.HELD);
					assertThat(admin.pttl("lock:key")).isGreaterThan(LEASE.toMillis());
					assertThat(closeConnections(admin)).isPositive();
					held.close();
					await().until(() -> admin.exists("lock:key") == 0);
					assertThat(held.isLost()).isFalse();
				});
		}
	}

	/** Close those of this user. */
	private static long closeConnections(RedisCommands<String, String> admin) {
		return admin.clientKill(KillArgs.Builder.user(USER));
	}

}
