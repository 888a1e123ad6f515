package io.github.lockstarter.aop;

import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.DistributedLock.LockRelease;
import io.github.lockstarter.testing.CapturedLog;
import io.github.lockstarter.testing.LogCapture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.task.SyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for the place of {@link LockAdvisor} among other advice.
 */
@ExtendWith(LogCapture.class)
class LockAdvisorOrderTests {

	private final ApplicationContextRunner runner = LockContexts.runner();

	@Test
	void aTransactionCommitsBeforeTheRelease(CapturedLog output) {
		this.runner.withUserConfiguration(TransactionsConfiguration.class).run((context) -> {
			context.getBean(Orders.class).save();
			assertThat(context.getBean(RecordingLockClient.class).events).containsExactly("acquire", "insert",
					"committed", "release");
			assertThat(JdbcClient.create(context.getBean(DataSource.class))
				.sql("select count(*) from orders")
				.query(Integer.class)
				.single()).isOne();
			assertThat(output).doesNotContain("inside transactions");
		});
	}

	@Test
	void warnsWhenTheLockWouldBeTakenInsideATransaction(CapturedLog output) {
		this.runner.withUserConfiguration(EarlyTransactionsConfiguration.class).run((context) -> {
			context.getBean(Orders.class).save();
			assertThat(context.getBean(RecordingLockClient.class).events).containsExactly("acquire", "insert",
					"release", "committed");
			assertThat(output).contains("set 'distributed-lock.order' to less than 5.");
		});
	}

	@Test
	void reportsOnceThatALockIsTakenInsideATransactionOfTheCaller(CapturedLog output) {
		this.runner.withUserConfiguration(TransactionsConfiguration.class).run((context) -> {
			Orders orders = context.getBean(Orders.class);
			orders.save();
			assertThat(output).doesNotContain("transaction of its caller");
			TransactionTemplate caller = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
			caller.executeWithoutResult((status) -> orders.save());
			caller.executeWithoutResult((status) -> orders.save());
			assertThat(output.toString().split("takes its lock inside a transaction of its caller", -1)).hasSize(2);
			assertThat(output).contains("Set 'release = AFTER_TRANSACTION'");
		});
	}

	@Test
	void reportsNoCallerWhoseTransactionIsNotAffected(CapturedLog output) {
		this.runner.withUserConfiguration(TransactionsConfiguration.class).withBean(Apart.class).run((context) -> {
			Apart apart = context.getBean(Apart.class);
			TransactionTemplate caller = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
			caller.executeWithoutResult((status) -> {
				apart.ownTransaction();
				apart.noTransaction();
				apart.afterTransaction();
			});
			apart.run(() -> caller.executeWithoutResult((status) -> apart.run(() -> {
			})));
			assertThat(output).doesNotContain("transaction of its caller");
			caller.executeWithoutResult((status) -> apart.run(() -> {
			}));
			assertThat(output).contains("Apart.run takes its lock inside a transaction of its caller");
		});
	}

	@Test
	void theOrderCanBeSet(CapturedLog output) {
		this.runner.withPropertyValues("distributed-lock.order=4")
			.withUserConfiguration(EarlyTransactionsConfiguration.class)
			.run((context) -> {
				context.getBean(Orders.class).save();
				assertThat(context.getBean(RecordingLockClient.class).events).endsWith("committed", "release");
				assertThat(output).doesNotContain("inside transactions");
			});
	}

	@Test
	void aCacheIsAskedUnderTheLock() {
		this.runner.withUserConfiguration(CachingConfiguration.class).run((context) -> {
			Cached bean = context.getBean(Cached.class);
			assertThat(bean.load("42")).isEqualTo("loaded 1");
			assertThat(bean.load("42")).isEqualTo("loaded 1");
			assertThat(context.getBean(RecordingLockClient.class).events).containsExactly("acquire", "release",
					"acquire", "release");
		});
	}

	@Test
	void anAsynchronousMethodLocksOnItsOwnThread() {
		this.runner.withUserConfiguration(AsyncConfiguration.class).run((context) -> {
			context.getBean(Asynchronous.class).run();
			assertThat(context.getBean(RecordingLockClient.class).events).containsExactly("submit", "acquire", "body",
					"release", "submitted");
		});
	}

	@Test
	void eachRetryTakesTheLockAnew() {
		this.runner.withUserConfiguration(RetryConfiguration.class).run((context) -> {
			assertThatIllegalStateException().isThrownBy(() -> context.getBean(Retried.class).run());
			assertThat(context.getBean(RecordingLockClient.class).events).containsExactly("acquire", "release",
					"acquire", "release", "acquire", "release");
		});
	}

	static class Orders {

		private final JdbcClient jdbc;

		private final RecordingLockClient client;

		Orders(DataSource dataSource, RecordingLockClient client) {
			this.jdbc = JdbcClient.create(dataSource);
			this.client = client;
		}

		@Transactional
		@DistributedLock(key = "orders")
		public void save() {
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

				@Override
				public void afterCommit() {
					Orders.this.client.events.add("committed");
				}

			});
			this.jdbc.sql("insert into orders values (1)").update();
			this.client.events.add("insert");
		}

	}

	static class Apart {

		@Transactional(propagation = Propagation.REQUIRES_NEW)
		@DistributedLock(key = "apart")
		public void ownTransaction() {
		}

		@Transactional(propagation = Propagation.NOT_SUPPORTED)
		@DistributedLock(key = "apart")
		public void noTransaction() {
		}

		@DistributedLock(key = "apart", release = LockRelease.AFTER_TRANSACTION)
		public void afterTransaction() {
		}

		@DistributedLock(key = "apart")
		public void run(Runnable body) {
			body.run();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(Orders.class)
	static class Database {

		@Bean
		DataSource dataSource() {
			DataSource dataSource = new EmbeddedDatabaseBuilder().setType(EmbeddedDatabaseType.H2)
				.generateUniqueName(true)
				.build();
			JdbcClient.create(dataSource).sql("create table orders (id int)").update();
			return dataSource;
		}

		@Bean
		JdbcTransactionManager transactionManager(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement
	@Import(Database.class)
	static class TransactionsConfiguration {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement(order = 5)
	@Import(Database.class)
	static class EarlyTransactionsConfiguration {

	}

	static class Cached {

		private final AtomicInteger loads = new AtomicInteger();

		@Cacheable("values")
		@DistributedLock(key = "#id")
		public String load(String id) {
			return "loaded " + this.loads.incrementAndGet();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	@Import(Cached.class)
	static class CachingConfiguration {

		@Bean
		ConcurrentMapCacheManager cacheManager() {
			return new ConcurrentMapCacheManager();
		}

	}

	static class Asynchronous {

		private final RecordingLockClient client;

		Asynchronous(RecordingLockClient client) {
			this.client = client;
		}

		@Async
		@DistributedLock(key = "async")
		public void run() {
			this.client.events.add("body");
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAsync
	@Import(Asynchronous.class)
	static class AsyncConfiguration {

		@Bean
		TaskExecutor taskExecutor(RecordingLockClient client) {
			return new SyncTaskExecutor() {

				@Override
				public void execute(Runnable task) {
					client.events.add("submit");
					task.run();
					client.events.add("submitted");
				}

			};
		}

	}

	static class Retried {

		@Retryable(maxRetries = 2, delay = 1)
		@DistributedLock(key = "retry")
		public void run() {
			throw new IllegalStateException("again");
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableResilientMethods
	@Import(Retried.class)
	static class RetryConfiguration {

	}

}
