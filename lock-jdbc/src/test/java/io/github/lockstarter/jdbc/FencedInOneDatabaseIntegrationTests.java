package io.github.lockstarter.jdbc;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.autoconfigure.LockAopAutoConfiguration;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.autoconfigure.LockTransactionAutoConfiguration;
import io.github.lockstarter.jdbc.autoconfigure.JdbcLockAutoConfiguration;
import io.github.lockstarter.testing.Full;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Data that is guarded by locks in its own database, and fenced in its own transaction.
 */
@Full
class FencedInOneDatabaseIntegrationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(JdbcLockAutoConfiguration.class, LockAutoConfiguration.class,
				LockAopAutoConfiguration.class, LockTransactionAutoConfiguration.class))
		.withUserConfiguration(Shop.class)
		.withPropertyValues("distributed-lock.store=jdbc");

	private void run(Scenario scenario) {
		this.runner.run((context) -> {
			JdbcClient database = context.getBean(JdbcClient.class);
			database.sql("drop table if exists stock").update();
			database.sql("create table stock (item text primary key, quantity int not null, token bigint not null)")
				.update();
			database.sql("insert into stock values ('tea', 10, 0)").update();
			scenario.play(context.getBean(Stock.class), database, context.getBean(LockClient.class));
		});
	}

	private static int quantity(JdbcClient database) {
		return database.sql("select quantity from stock where item = 'tea'").query(Integer.class).single();
	}

	@Test
	void whoHoldsTheLockWrites() {
		run((stock, database, locks) -> {
			stock.take("tea", 1);
			stock.take("tea", 2);
			assertThat(quantity(database)).isEqualTo(7);
		});
	}

	@Test
	void whoLostTheLockWithoutKnowingItIsRefusedAndRolledBack() {
		run((stock, database, locks) -> {
			assertThatExceptionOfType(OptimisticLockingFailureException.class).isThrownBy(() -> stock.takeLate("tea", 1,
					() -> database.sql("update stock set quantity = 3, token = 9000000000000000").update()));
			assertThat(quantity(database)).isEqualTo(10);
		});
	}

	@Test
	void aTransactionThatIsRolledBackTakesNoLockWithIt() {
		run((stock, database, locks) -> {
			assertThatExceptionOfType(IllegalStateException.class).isThrownBy(
					() -> stock.fail("tea", () -> assertThat(locks.lock("stock_tea").inspect().held()).isTrue()));
			assertThat(quantity(database)).isEqualTo(10);
			assertThat(locks.lock("stock_tea").inspect().held()).isFalse();
		});
	}

	interface Scenario {

		void play(Stock stock, JdbcClient database, LockClient locks);

	}

	/**
	 * Writes under locks.
	 */
	static class Stock {

		private final JdbcClient database;

		Stock(JdbcClient database) {
			this.database = database;
		}

		@DistributedLock(key = "stock_#{#item}")
		@Transactional
		public void take(String item, int pieces) {
			long token = LockContext.current().fencingToken();
			int rows = this.database
				.sql("update stock set quantity = quantity - :pieces, token = :token"
						+ " where item = :item and token <= :token")
				.param("pieces", pieces)
				.param("token", token)
				.param("item", item)
				.update();
			if (rows == 0) {
				throw new OptimisticLockingFailureException("'" + item + "' was written under a later lock.");
			}
		}

		@DistributedLock(key = "stock_#{#item}")
		@Transactional
		public void takeLate(String item, int pieces, Runnable before) {
			before.run();
			take(item, pieces);
		}

		@DistributedLock(key = "stock_#{#item}")
		@Transactional
		public void fail(String item, Runnable before) {
			take(item, 5);
			before.run();
			throw new IllegalStateException("thrown by a test");
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement
	static class Shop {

		@Bean(destroyMethod = "close")
		HikariDataSource dataSource() {
			return Postgres.pool();
		}

		@Bean
		JdbcClient jdbcClient(DataSource dataSource) {
			return JdbcClient.create(dataSource);
		}

		@Bean
		JdbcTransactionManager transactionManager(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

		@Bean
		Stock stock(JdbcClient database) {
			return new Stock(database);
		}

	}

}
