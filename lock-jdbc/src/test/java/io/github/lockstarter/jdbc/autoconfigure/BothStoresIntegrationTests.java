package io.github.lockstarter.jdbc.autoconfigure;

import java.util.List;
import java.util.UUID;

import javax.sql.DataSource;

import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.jdbc.JdbcLockStore;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.memory.MemoryLockStore;
import io.github.lockstarter.store.redis.RedisLockStore;
import io.github.lockstarter.testing.EmbeddedRedis;
import io.github.lockstarter.testing.Full;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for an application with locks in Redis and locks in its database.
 */
@ExtendWith(RepeatedIfDisturbed.class)
@Full
class BothStoresIntegrationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class, DataRedisAutoConfiguration.class,
				JdbcLockAutoConfiguration.class, LockAutoConfiguration.class))
		.withPropertyValues("spring.data.redis.port=" + EmbeddedRedis.shared().port(),
				"spring.datasource.url=" + JdbcLockAutoConfigurationTests.url(UUID.randomUUID().toString()));

	@Test
	void aLockIsInRedisAndOneByNameInTheDatabase() {
		EmbeddedRedis.shared().flush();
		this.runner.withPropertyValues("distributed-lock.locks.Payment.settle.store=jdbc").run((context) -> {
			JdbcLockAutoConfigurationTests.createTable(context.getBean(DataSource.class));
			LockClient locks = context.getBean(LockClient.class);
			try (LockHandle order = locks.lock("order").acquire();
					LockHandle payment = locks.lock("payment").name("Payment.settle").acquire()) {
				assertThat(List.of(order.isValid(), payment.isValid())).containsOnly(true);
				assertThat(rows(context.getBean(DataSource.class))).containsExactly("payment");
				LockAdmin admin = context.getBean(LockAdmin.class);
				LockAdmin.Page inRedis = admin.find("", 100);
				assertThat(inRedis.locks()).extracting(LockInfo::key).containsExactly("order");
			}
			assertThat(context.getBean("distributedLockStore")).isInstanceOf(RedisLockStore.class);
			assertThat(context).hasSingleBean(JdbcLockStore.class);
		});
	}

	private static List<String> rows(DataSource database) {
		return new JdbcTemplate(database).queryForList("select lock_key from distributed_lock", String.class);
	}

	@Test
	void aLockIsInTheDatabaseAndOneByNameInRedis() {
		this.runner
			.withPropertyValues("distributed-lock.store=jdbc", "distributed-lock.locks.cache.store=redis",
					"distributed-lock.locks.other.store=jdbc")
			.run((context) -> {
				assertThat(context.getBean("distributedLockStore")).isInstanceOf(JdbcLockStore.class);
				assertThat(context.getBean("distributedLockRedisStore")).isInstanceOf(RedisLockStore.class);
				assertThat(context.getBean(LockClient.class).lock("catalogue").name("cache").acquire())
					.satisfies(LockHandle::close);
			});
	}

	@Test
	void aStoreOfTheApplicationStandsForTheStandardOne() {
		this.runner.withBean("own", LockStore.class, MemoryLockStore::new)
			.withPropertyValues("distributed-lock.locks.payment.store=jdbc")
			.run((context) -> {
				JdbcLockAutoConfigurationTests.createTable(context.getBean(DataSource.class));
				LockClient locks = context.getBean(LockClient.class);
				locks.lock("order").run(() -> assertThat(rows(context.getBean(DataSource.class))).isEmpty());
				locks.lock("payment")
					.name("payment")
					.run(() -> assertThat(rows(context.getBean(DataSource.class))).containsExactly("payment"));
			});
	}

}
