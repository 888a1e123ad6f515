package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.List;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisCluster;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import io.github.lockstarter.testing.Warnings;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

@ExtendWith({ OutputCaptureExtension.class, RepeatedIfDisturbed.class })
@Full
class LockAutoConfigurationIntegrationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, DataRedisAutoConfiguration.class));

	@Test
	void locksInTheApplicationsRedisUnderThePrefix() {
		EmbeddedRedis.shared().flush();
		this.runner
			.withPropertyValues("spring.data.redis.port=" + EmbeddedRedis.shared().port(),
					"distributed-lock.key-prefix=shop:lock:")
			.run((context) -> {
				client(context).lock("key")
					.run(() -> assertThat(keys(EmbeddedRedis.shared())).containsExactly("shop:lock:key"));
				assertThat(client(context).lock("key").inspect().held()).isFalse();
			});
	}

	@Test
	void startsAndStopsWithoutAWarning(CapturedOutput output) {
		this.runner.withPropertyValues("spring.data.redis.port=" + EmbeddedRedis.shared().port())
			.run((context) -> client(context).lock("quiet").run(() -> assertThat(context).hasNotFailed()));
		assertThat(Warnings.in(output)).isEmpty();
	}

	@Test
	void locksInACluster() {
		List<String> nodes = EmbeddedRedisCluster.shared()
			.nodes()
			.stream()
			.map((node) -> "localhost:" + node.port())
			.toList();
		this.runner.withPropertyValues("spring.data.redis.cluster.nodes=" + String.join(",", nodes)).run((context) -> {
			LockClient client = client(context);
			for (String key : List.of("a", "b", "c")) {
				client.lock(key).run(() -> assertThat(client.lock(key).inspect().held()).isTrue());
			}
		});
	}

	@Test
	void connectsInAdvance() {
		try (EmbeddedRedis redis = EmbeddedRedis.start(); RedisClient observer = redis.newClient()) {
			RedisCommands<String, String> commands = observer.connect().sync();
			assertThat(commands.clientList()).hasLineCount(1);
			this.runner.withPropertyValues("spring.data.redis.port=" + redis.port())
				.run((context) -> await().untilAsserted(() -> assertThat(commands.clientList()).hasLineCount(2)));
		}
	}

	@Test
	void startsWhileRedisIsDownAndLocksWhenItIsBack() {
		try (EmbeddedRedis redis = EmbeddedRedis.start()) {
			redis.stop();
			this.runner.withPropertyValues("spring.data.redis.port=" + redis.port(), "distributed-lock.wait-time=500ms")
				.run((context) -> {
					assertThat(context).hasNotFailed();
					assertThatExceptionOfType(LockUnavailableException.class)
						.isThrownBy(() -> client(context).lock("key").acquire());
					redis.restart();
					await().ignoreExceptions().until(() -> {
						client(context).lock("key").acquire().close();
						return true;
					});
				});
		}
	}

	@Test
	void usesTheNewClientWhenTheContextIsRestarted() {
		this.runner.withPropertyValues("spring.data.redis.port=" + EmbeddedRedis.shared().port()).run((context) -> {
			client(context).lock("key").acquire().close();
			ConfigurableApplicationContext restartable = context.getSourceApplicationContext();
			restartable.stop();
			restartable.start();
			client(context).lock("key").waitTime(Duration.ofSeconds(20)).acquire().close();
		});
	}

	@Test
	void worksWithAFactoryThatStartsLate() {
		this.runner.withUserConfiguration(LateFactory.class)
			.run((context) -> client(context).lock("key").acquire().close());
	}

	@Test
	void usesThePrimaryOfSeveralFactories() {
		assertLocksGoTo(Several.PRIMARY);
	}

	@Test
	void usesTheNamedOneOfSeveralFactories() {
		assertLocksGoTo(Several.OTHER, "distributed-lock.connection-factory=other");
	}

	private void assertLocksGoTo(int database, String... properties) {
		EmbeddedRedis.shared().flush();
		this.runner.withUserConfiguration(Several.class).withPropertyValues(properties).run((context) -> {
			try (RedisClient observer = EmbeddedRedis.shared().newClient();
					LockHandle held = client(context).lock("key").acquire()) {
				assertThat(held.isValid()).isTrue();
				assertThat(observer.connect().sync().info("keyspace")).contains("db" + database + ":keys=1")
					.containsOnlyOnce("keys=");
			}
		});
	}

	private static LockClient client(ApplicationContext context) {
		return context.getBean(LockClient.class);
	}

	private static List<String> keys(EmbeddedRedis redis) {
		try (RedisClient client = redis.newClient()) {
			return client.connect().sync().keys("*");
		}
	}

	@Configuration(proxyBeanMethods = false)
	static class LateFactory {

		@Bean
		LettuceConnectionFactory late() {
			LettuceConnectionFactory factory = new LettuceConnectionFactory("localhost", EmbeddedRedis.shared().port());
			factory.setEarlyStartup(false);
			factory.setPhase(1000);
			return factory;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Several {

		static final int PRIMARY = 1;

		static final int OTHER = 2;

		@Bean
		@Primary
		RedisConnectionFactory main() {
			return factory(PRIMARY);
		}

		@Bean
		RedisConnectionFactory other() {
			return factory(OTHER);
		}

		private static LettuceConnectionFactory factory(int database) {
			RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration("localhost",
					EmbeddedRedis.shared().port());
			configuration.setDatabase(database);
			return new LettuceConnectionFactory(configuration);
		}

	}

}
