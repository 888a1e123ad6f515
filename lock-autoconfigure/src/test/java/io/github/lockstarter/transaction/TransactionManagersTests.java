package io.github.lockstarter.transaction;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.autoconfigure.LockAopAutoConfiguration;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.autoconfigure.LockTransactionAutoConfiguration;
import io.github.lockstarter.testing.CapturedLog;
import io.github.lockstarter.testing.LogCapture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizationAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for the transaction managers that are guarded: those of Spring Boot, and those of
 * the application.
 */
@ExtendWith(LogCapture.class)
class TransactionManagersTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withPropertyValues("distributed-lock.store=memory")
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, DataSourceAutoConfiguration.class,
				DataSourceTransactionManagerAutoConfiguration.class, TransactionAutoConfiguration.class,
				TransactionManagerCustomizationAutoConfiguration.class, LockAutoConfiguration.class,
				LockAopAutoConfiguration.class, LockTransactionAutoConfiguration.class));

	private final ApplicationContextRunner losing = this.runner
		.withUserConfiguration(TransactionsUnderLocks.StallProofLocks.class);

	@Test
	void guardsTheManagerThatSpringBootMakesOnceAndBesideTheListenersOfTheApplication(CapturedLog output) {
		this.losing.withBean("own", TransactionExecutionListener.class, NoListener::new).run((context) -> {
			assertThat(context.getBean(JdbcTransactionManager.class).getTransactionExecutionListeners())
				.hasOnlyElementsOfTypes(NoListener.class, CommitGuard.class)
				.hasSize(2);
			assertRollsBack(context, context.getBean(JdbcTransactionManager.class));
			assertThat(output).doesNotContain("not eligible for getting processed by all BeanPostProcessors");
		});
	}

	@Test
	void guardsEachManagerOfTheApplicationOnce() {
		this.losing.withUserConfiguration(TwoManagers.class).run((context) -> {
			assertThat(context.getBeansOfType(JdbcTransactionManager.class)).hasSize(3);
			for (JdbcTransactionManager manager : Set
				.copyOf(context.getBeansOfType(JdbcTransactionManager.class).values())) {
				assertThat(manager.getTransactionExecutionListeners()).filteredOn(CommitGuard.class::isInstance)
					.hasSize(1);
				assertRollsBack(context, manager);
			}
		});
	}

	@Test
	void aManagerThatIsNoBeanRollsBackForLocksThatAreTakenInItsTransactions() {
		this.losing.withBean(LockedWork.class).run((context) -> {
			LockedWork work = context.getBean(LockedWork.class);
			Ledger ledger = new Ledger(context.getBean(DataSource.class));
			TransactionTemplate template = new TransactionTemplate(
					new JdbcTransactionManager(context.getBean(DataSource.class)));
			assertThatExceptionOfType(LockLostException.class)
				.isThrownBy(() -> template.executeWithoutResult((status) -> work.brief("key", () -> {
					ledger.write("lost");
					LockedWork.lose();
				})));
			assertThat(ledger.committed()).isEmpty();
		});
	}

	@Test
	void aLockIsReleasedWhenACommitFailsWithAnUnknownOutcome() {
		this.runner.withBean(LockedWork.class).withUserConfiguration(FailingManager.class).run((context) -> {
			LockedWork work = context.getBean(LockedWork.class);
			TransactionTemplate template = new TransactionTemplate(context.getBean(JdbcTransactionManager.class));
			assertThatExceptionOfType(TransactionSystemException.class)
				.isThrownBy(() -> template.executeWithoutResult((status) -> work.untilCommit("key", () -> {
				})));
			assertThat(context.getBean(LockClient.class).lock("key").inspect().held()).isFalse();
		});
	}

	/** Why {@link LockLostException} must be no kind of Spring's TransactionException. */
	@Test
	void aListenerThatThrowsATransactionExceptionRollsNothingBack() {
		this.runner.run((context) -> {
			JdbcTransactionManager manager = context.getBean(JdbcTransactionManager.class);
			manager.addListener(new TransactionExecutionListener() {

				@Override
				public void beforeCommit(TransactionExecution transaction) {
					throw new IllegalTransactionStateException("refused");
				}

			});
			Ledger ledger = new Ledger(context.getBean(DataSource.class));
			assertThatExceptionOfType(IllegalTransactionStateException.class)
				.isThrownBy(() -> new TransactionTemplate(manager)
					.executeWithoutResult((status) -> ledger.write("committed all the same")));
			assertThat(ledger.committed()).isNotEmpty();
		});
	}

	@Test
	void guardsNothingWhereLocksAreSwitchedOff() {
		this.runner.withPropertyValues("distributed-lock.enabled=false")
			.run((context) -> assertThat(
					context.getBean(ConfigurableTransactionManager.class).getTransactionExecutionListeners())
				.isEmpty());
	}

	@Test
	void locksNeedNoTransactions() {
		new ApplicationContextRunner().withClassLoader(new FilteredClassLoader("org.springframework.transaction"))
			.withPropertyValues("distributed-lock.store=memory")
			.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, LockAutoConfiguration.class,
					LockAopAutoConfiguration.class, LockTransactionAutoConfiguration.class))
			.withBean(Service.class)
			.run((context) -> {
				assertThat(context).doesNotHaveBean(CommitGuardPostProcessor.class);
				assertThat(context.getBean(Service.class).run()).isEqualTo("ran");
			});
	}

	private static void assertRollsBack(ApplicationContext context, JdbcTransactionManager manager) {
		Ledger ledger = new Ledger(manager.getDataSource());
		TransactionTemplate template = new TransactionTemplate(manager);
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> context.getBean(LockClient.class)
			.lock("key")
			.autoRenew(false)
			.leaseTime(Duration.ofMillis(200))
			.run(() -> template.executeWithoutResult((status) -> {
				ledger.write("lost");
				LockedWork.lose();
			})));
		assertThat(ledger.committed()).isEmpty();
		context.getBean(LockClient.class)
			.lock("key")
			.run(() -> template.executeWithoutResult((status) -> ledger.write("held")));
		assertThat(ledger.committed()).containsExactly("held");
	}

	static class NoListener implements TransactionExecutionListener {

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoManagers {

		@Bean
		JdbcTransactionManager first() {
			JdbcTransactionManager manager = new JdbcTransactionManager(database());
			manager.setTransactionExecutionListeners(List.of(new NoListener()));
			return manager;
		}

		@Bean
		JdbcTransactionManager second() {
			return new JdbcTransactionManager(database());
		}

		@Bean
		JdbcTransactionManager secondByAnotherName(@Qualifier("second") JdbcTransactionManager second) {
			return second;
		}

		private static DataSource database() {
			return new EmbeddedDatabaseBuilder().setType(EmbeddedDatabaseType.H2).generateUniqueName(true).build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class FailingManager {

		@Bean
		@SuppressWarnings("serial")
		JdbcTransactionManager failing(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource) {

				@Override
				protected void doCommit(DefaultTransactionStatus status) {
					throw new TransactionSystemException("the connection broke");
				}

			};
		}

	}

	public static class Service {

		@DistributedLock(key = "key")
		public String run() {
			return "ran";
		}

	}

}
