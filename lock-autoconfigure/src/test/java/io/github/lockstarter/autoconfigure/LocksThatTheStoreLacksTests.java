package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockDefinitionException;
import io.github.lockstarter.LockKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for annotated methods whose locks the store of their name can't keep.
 */
class LocksThatTheStoreLacksTests {

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, LockAutoConfiguration.class,
				LockAopAutoConfiguration.class))
		.withPropertyValues("distributed-lock.store=quorum", "distributed-lock.quorum.nodes=redis://127.0.0.1:1");

	@Test
	void aKindThatTheStoreLacksIsRefusedAtStartUp() {
		this.application.withBean(Reports.class)
			.run((context) -> assertThat(context.getStartupFailure()).isInstanceOf(LockDefinitionException.class)
				.hasMessageContaining("Reports.read can't be locked: its lock 'report' is kept in the store"
						+ " QuorumLockStore, which has no locks of the kind READ."));
	}

	@Test
	void anOrderThatTheStoreLacksIsRefusedAtStartUp() {
		this.application.withBean(Orders.class)
			.run((context) -> assertThat(context.getStartupFailure()).isInstanceOf(LockDefinitionException.class)
				.hasMessageContaining("Orders.place can't be locked: its lock 'order' is kept in the store"
						+ " QuorumLockStore, which has no queue, so it can't be fair."));
	}

	@ParameterizedTest
	@ValueSource(strings = { "lease-time", "min-hold" })
	void aLeaseThatIsLongerThanTheStoreAllowsIsRefusedAtStartUp(String option) {
		this.application.withBean(Stock.class)
			.withPropertyValues("distributed-lock.locks.stock." + option + "=61s")
			.run((context) -> assertThat(context.getStartupFailure()).isInstanceOf(LockDefinitionException.class)
				.hasMessageContaining("Stock.count can't be locked: its lock 'stock' is kept in the store"
						+ " QuorumLockStore, which has no leases longer than 1m, and this one is 61s."));
	}

	@Test
	void aLeaseThatTheLongestHoldTimeCutsIsAllowed() {
		this.application.withBean(Stock.class)
			.withPropertyValues("distributed-lock.locks.stock.lease-time=61s",
					"distributed-lock.locks.stock.max-hold=60s")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void theStoreOfTheNameDecides() {
		this.application.withPropertyValues("distributed-lock.locks.report.store=memory")
			.withBean(Reports.class)
			.run((context) -> assertThat(context).hasNotFailed());
		this.application
			.withPropertyValues("distributed-lock.store=memory", "distributed-lock.locks.report.store=quorum")
			.withBean(Reports.class)
			.run((context) -> assertThat(context.getStartupFailure()).isInstanceOf(LockDefinitionException.class));
	}

	@Test
	void aLateBeanIsRefusedWhenItIsCreated() {
		this.application.withUserConfiguration(LateReports.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThatExceptionOfType(BeanCreationException.class).isThrownBy(() -> context.getBean("late"))
				.withRootCauseInstanceOf(LockDefinitionException.class)
				.withMessageContaining("its lock 'report'");
		});
	}

	interface Reading {

		void read();

	}

	static class Reports implements Reading {

		@Override
		@DistributedLock(name = "report", key = "1", kind = LockKind.READ)
		public void read() {
		}

	}

	static class Orders {

		@DistributedLock(name = "order", key = "1", fair = true)
		public void place() {
		}

	}

	static class Stock {

		@DistributedLock(name = "stock", key = "1")
		public void count() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LateReports {

		@Bean
		@Lazy
		Reading late() {
			return new Reports();
		}

	}

}
