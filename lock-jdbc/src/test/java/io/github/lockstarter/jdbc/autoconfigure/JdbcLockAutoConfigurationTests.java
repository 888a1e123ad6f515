package io.github.lockstarter.jdbc.autoconfigure;

import java.sql.Connection;
import java.time.Duration;
import java.util.UUID;

import javax.sql.DataSource;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.actuate.LocksHealthIndicator;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.autoconfigure.LocksHealthAutoConfiguration;
import io.github.lockstarter.jdbc.JdbcLockStore;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.memory.MemoryLockStore;
import io.github.lockstarter.store.redis.RedisLockStore;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.DatabasePopulatorUtils;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link JdbcLockAutoConfiguration}.
 */
@ExtendWith(OutputCaptureExtension.class)
class JdbcLockAutoConfigurationTests {

	private final ApplicationContextRunner bare = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class, JdbcLockAutoConfiguration.class,
				LockAutoConfiguration.class, LocksHealthAutoConfiguration.class))
		.withPropertyValues("distributed-lock.store=jdbc");

	private final ApplicationContextRunner runner = this.bare
		.withPropertyValues("spring.datasource.url=" + url(UUID.randomUUID().toString()));

	static String url(String name) {
		return "jdbc:h2:mem:" + name + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DB_CLOSE_DELAY=-1";
	}

	static void createTable(DataSource database) {
		DatabasePopulatorUtils.execute(
				new ResourceDatabasePopulator(new ClassPathResource("schema-h2.sql", JdbcLockStore.class)), database);
	}

	@Test
	void locksAreKeptInTheDatabaseOfTheApplication() {
		this.runner.run((context) -> {
			createTable(context.getBean(DataSource.class));
			LockClient locks = context.getBean(LockClient.class);
			Long rows = locks.lock("order").call(() -> count(context.getBean(DataSource.class), "distributed_lock"));
			assertThat(rows).isOne();
		});
	}

	private static Long count(DataSource database, String table) {
		return new JdbcTemplate(database).queryForObject("select count(*) from " + table, Long.class);
	}

	@Test
	void theTableAndTheDataSourceCanBeNamed() {
		JdbcDataSource other = new JdbcDataSource();
		other.setURL(url(UUID.randomUUID().toString()));
		new JdbcTemplate(other).execute("create schema app");
		new JdbcTemplate(other).execute("create table app.locks (lock_key varchar(1024) primary key,"
				+ " created_at bigint not null, forgotten_at bigint not null, record varchar(1000000) not null)");
		this.bare.withBean("orders", DataSource.class, () -> other)
			.withBean("customers", DataSource.class, JdbcDataSource::new)
			.withPropertyValues("distributed-lock.jdbc.data-source=orders", "distributed-lock.jdbc.table=app.locks")
			.run((context) -> {
				LockClient locks = context.getBean(LockClient.class);
				Long rows = locks.lock("order").call(() -> count(other, "app.locks"));
				assertThat(rows).isOne();
			});
	}

	@Test
	void withoutADataSourceTheStartFailsInWords() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(JdbcLockAutoConfiguration.class, LockAutoConfiguration.class))
			.withPropertyValues("distributed-lock.store=jdbc")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("distributed-lock.store")
				.hasMessageContaining("there is no DataSource bean"));
	}

	@Test
	void withoutADataSourceForOneLockTheStartFailsInWords() {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(JdbcLockAutoConfiguration.class))
			.withPropertyValues("distributed-lock.locks.payment.store=jdbc")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("distributed-lock.locks.*.store")
				.hasMessageContaining("there is no DataSource bean"));
	}

	@Test
	void anUnknownDataSourceFailsInWords() {
		this.runner.withPropertyValues("distributed-lock.jdbc.data-source=other")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("distributed-lock.jdbc.data-source")
				.hasMessageContaining("no DataSource bean of this name"));
	}

	@Test
	void aTableThatIsNoNameIsRefused() {
		refuses("table", "locks; drop table orders", "letters, digits and underscores");
	}

	@Test
	void noConnectionsAreRefused() {
		refuses("max-connections", "0", "at least 1 connection");
	}

	private void refuses(String property, String value, String reason) {
		this.runner.withPropertyValues("distributed-lock.jdbc." + property + "=" + value)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class, (refused) -> {
					assertThat(refused.getName()).isEqualTo("distributed-lock.jdbc." + property);
					assertThat(refused.getValue()).hasToString(value);
					assertThat(refused.getReason()).contains(reason);
				}));
	}

	@Test
	void locksNeedNoConnectionOfTheApplication() {
		this.runner
			.withPropertyValues("spring.datasource.hikari.maximum-pool-size=1",
					"spring.datasource.hikari.connection-timeout=1000")
			.run((context) -> {
				DataSource database = context.getBean(DataSource.class);
				createTable(database);
				try (Connection all = database.getConnection()) {
					context.getBean(LockClient.class).lock("order").run(() -> assertThat(all.isValid(1)).isTrue());
				}
			});
	}

	@Test
	void aSharedPoolThatIsTooSmallIsReported(CapturedOutput output) {
		this.runner
			.withPropertyValues("spring.datasource.hikari.maximum-pool-size=5",
					"distributed-lock.jdbc.own-connections=false")
			.run((context) -> assertThat(output).contains("has at most 5 connections, and locks use up to 5 of them",
					"'distributed-lock.jdbc.own-connections'"));
	}

	@Test
	void aSharedPoolThatIsLargeEnoughIsNotReported(CapturedOutput output) {
		this.runner
			.withPropertyValues("spring.datasource.hikari.maximum-pool-size=6",
					"distributed-lock.jdbc.own-connections=false")
			.run((context) -> assertThat(output).doesNotContain("own-connections"));
	}

	@Test
	void eachFormOfTrueSwitchesLocksOn() {
		this.runner.withPropertyValues("distributed-lock.enabled=yes")
			.run((context) -> assertThat(context).hasSingleBean(JdbcLockStore.class));
		this.runner.withPropertyValues("distributed-lock.enabled=off")
			.run((context) -> assertThat(context).doesNotHaveBean(JdbcLockStore.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "distributed-lock.store=redis", "distributed-lock.jdbc.table=locks" })
	void whereThereIsNoRedisTheStartFailsWithThePropertyToSet(String property) {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class, JdbcLockAutoConfiguration.class,
					LockAutoConfiguration.class))
			.withClassLoader(new FilteredClassLoader(RedisLockStore.class))
			.withPropertyValues("spring.datasource.url=" + url(UUID.randomUUID().toString()), property)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("it has lock-jdbc")
				.hasMessageContaining("'distributed-lock.store=jdbc'"));
	}

	@Test
	void h2InItsOwnModeIsRefusedAtOnceInWords() {
		this.bare.withPropertyValues("spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID()).run((context) -> {
			createTable(context.getBean(DataSource.class));
			assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> context.getBean(LockClient.class).lock("order").waitForever().acquire())
				.withMessageContaining("H2 with ';MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE' in its URL")
				.withMessageNotContaining("on conflict");
		});
	}

	@Test
	void aDatabaseThatIsDownAtStartUpIsReported(CapturedOutput output) {
		this.bare.withPropertyValues("spring.datasource.url=jdbc:postgresql://localhost:1/shop").run((context) -> {
			assertThat(context).hasNotFailed();
			await().atMost(Duration.ofSeconds(30))
				.untilAsserted(() -> assertThat(output).contains("Locks are unavailable until the database answers",
						"localhost:1 refused"));
		});
	}

	@Test
	void withoutItsTableTheLogAndEachAcquisitionSayWhatToDo(CapturedOutput output) {
		this.runner.run((context) -> {
			await().untilAsserted(() -> assertThat(output).contains("the table 'distributed_lock' of the locks does not"
					+ " exist; create it with the script io/github/lockstarter/jdbc/schema-postgresql.sql"));
			assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(
					() -> context.getBean(LockClient.class).lock("order").waitTime(Duration.ofSeconds(20)).acquire())
				.withMessageContaining("the table 'distributed_lock' of the locks does not exist");
		});
	}

	@Test
	void healthTellsOfTheDatabase() {
		this.runner.run((context) -> {
			createTable(context.getBean(DataSource.class));
			assertThat(context.getBean(LocksHealthIndicator.class).health()).satisfies((health) -> {
				assertThat(health.getStatus()).isEqualTo(Status.UP);
				assertThat(health.getDetails().toString()).contains("H2", "distributed_lock");
			});
		});
	}

	@Test
	void anotherStoreReplacesIt() {
		this.runner.withBean(LockStore.class, MemoryLockStore::new)
			.run((context) -> assertThat(context).hasSingleBean(LockStore.class).doesNotHaveBean(JdbcLockStore.class));
	}

	@Test
	void onlyIfItIsChosen() {
		this.runner.withPropertyValues("distributed-lock.store=memory")
			.run((context) -> assertThat(context).doesNotHaveBean(JdbcLockStore.class));
	}

}
