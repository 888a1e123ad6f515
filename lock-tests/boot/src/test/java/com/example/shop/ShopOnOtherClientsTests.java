package com.example.shop;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.testing.EmbeddedRedis;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.spring.data.connection.RedissonConnectionFactory;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Shows that the shop has its locks where it uses Redis by another client than Lettuce.
 */
class ShopOnOtherClientsTests {

	@Nested
	@SpringBootTest(classes = ShopApplication.class, properties = "spring.data.redis.client-type=jedis")
	class OnJedis extends Shop {

		OnJedis() {
			super(JedisConnectionFactory.class);
		}

	}

	@Nested
	@SpringBootTest(classes = ShopApplication.class)
	@Import(WithRedisson.class)
	class BesideRedisson extends Shop {

		BesideRedisson() {
			super(RedissonConnectionFactory.class);
		}

	}

	abstract static class Shop {

		private final Class<? extends RedisConnectionFactory> expected;

		@Autowired
		private StockService stock;

		@Autowired
		private LockClient locks;

		@Autowired
		private StringRedisTemplate redis;

		Shop(Class<? extends RedisConnectionFactory> expected) {
			this.expected = expected;
		}

		@DynamicPropertySource
		static void redis(DynamicPropertyRegistry registry) {
			registry.add("spring.data.redis.port", EmbeddedRedis.shared()::port);
		}

		@Test
		void fortyCallsAtATimeTakeFortyPieces() {
			assertThat(this.redis.getConnectionFactory()).isInstanceOf(this.expected);
			Rush.assertTakesEachPieceOnce(this.stock);
		}

		@Test
		void theApplicationSeesTheLocksInItsRedis() {
			try (LockHandle held = this.locks.lock("table").acquire()) {
				assertThat(held.isValid()).isTrue();
				assertThat(this.redis.hasKey("lock:table")).isTrue();
			}
		}

	}

	@TestConfiguration(proxyBeanMethods = false)
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

}
