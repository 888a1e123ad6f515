package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.store.redis.RedisServers;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.EmbeddedRedisCluster;
import io.github.lockstarter.testing.EmbeddedRedisSentinel;
import io.github.lockstarter.testing.Full;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.spring.data.connection.RedissonConnectionFactory;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Applications that use Redis by Lettuce, by Jedis, by Redisson, or in a way of their
 * own. The locks have a client of their own in each of them.
 */
@Full
class EachRedisClientIntegrationTests {

	private static final Duration AMPLY = Duration.ofSeconds(60);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class, LockAutoConfiguration.class))
		.withPropertyValues("distributed-lock.wait-time=" + AMPLY);

	private static final String JEDIS = "spring.data.redis.client-type=jedis";

	static Stream<String> topologies() {
		EmbeddedRedisSentinel sentinel = EmbeddedRedisSentinel.shared();
		List<String> nodes = EmbeddedRedisCluster.shared()
			.nodes()
			.stream()
			.map((node) -> "127.0.0.1:" + node.port())
			.toList();
		return Stream
			.of("spring.data.redis.port=" + EmbeddedRedis.shared().port(),
					"spring.data.redis.url=redis://127.0.0.1:" + EmbeddedRedis.shared().port(),
					"spring.data.redis.sentinel.master=" + EmbeddedRedisSentinel.NAME
							+ " spring.data.redis.sentinel.nodes=" + sentinel.sentinelAddresses(),
					"spring.data.redis.cluster.nodes=" + String.join(",", nodes));
	}

	@ParameterizedTest
	@MethodSource("topologies")
	void anApplicationOnJedisNeedsNoSetting(String properties) {
		this.runner.withPropertyValues(properties.split(" ")).withPropertyValues(JEDIS).run((context) -> {
			assertThat(context).getBean(RedisConnectionFactory.class).isInstanceOf(JedisConnectionFactory.class);
			assertLocksPassOn(context);
		});
	}

	@ParameterizedTest
	@MethodSource("topologies")
	void redissonsConnectionFactoryMayTakeThePlaceOfBoots(String properties) {
		this.runner.withUserConfiguration(WithRedisson.class)
			.withPropertyValues(properties.split(" "))
			.run((context) -> {
				assertThat(context).getBean(RedisConnectionFactory.class).isInstanceOf(RedissonConnectionFactory.class);
				assertLocksPassOn(context);
			});
	}

	@Test
	void aBeanMaySayWhereRedisIs() {
		this.runner.withUserConfiguration(WithServers.class).run(this::assertLocksPassOn);
	}

	@Test
	void nameDatabaseAndUserOfTheApplicationAreThoseOfTheLocks() {
		this.runner
			.withPropertyValues("spring.data.redis.port=" + EmbeddedRedis.shared().port(), JEDIS,
					"spring.data.redis.database=7", "spring.data.redis.client-name=orders")
			.run((context) -> {
				try (RedisClient admin = EmbeddedRedis.shared().newClient();
						LockHandle held = context.getBean(LockClient.class).lock("key").acquire()) {
					assertThat(held.isValid()).isTrue();
					RedisCommands<String, String> commands = admin.connect().sync();
					// Jedis speaks RESP2
					assertThat(commands.clientList().lines()).anyMatch((client) -> client.contains(" name=orders ")
							&& client.contains(" db=7 ") && client.contains(" resp=3"));
					commands.select(7);
					assertThat(commands.exists("lock:key")).isEqualTo(1);
				}
			});
	}

	private void assertLocksPassOn(ApplicationContext context) {
		LockClient client = context.getBean(LockClient.class);
		LockHandle held = client.lock("each").acquire();
		CompletableFuture<LockHandle> waiting = client.lock("each").acquireAsync().toCompletableFuture();
		await().until(() -> client.lock("each").inspect().held());
		held.close();
		assertThat(waiting).succeedsWithin(AMPLY);
		waiting.join().close();
	}

	@Configuration(proxyBeanMethods = false)
	static class WithRedisson {

		@Bean(destroyMethod = "shutdown")
		RedissonClient redisson() {
			Config config = new Config();
			config.useSingleServer().setAddress("redis://127.0.0.1:" + EmbeddedRedis.shared().port());
			return Redisson.create(config);
		}

		@Bean
		RedissonConnectionFactory redissonConnectionFactory(RedissonClient redisson) {
			return new RedissonConnectionFactory(redisson);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class WithServers {

		@Bean
		StubConnectionFactory ownConnectionFactory() {
			return new StubConnectionFactory();
		}

		@Bean
		RedisServers distributedLockServers() {
			return RedisServers.at(EmbeddedRedis.shared().uri());
		}

	}

}
