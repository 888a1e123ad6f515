package io.github.lockstarter.applications;

import java.time.Duration;
import java.util.List;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.autoconfigure.LockAopAutoConfiguration;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.autoconfigure.LockReactiveAutoConfiguration;
import io.github.lockstarter.autoconfigure.LockReactiveTransactionAutoConfiguration;
import io.github.lockstarter.autoconfigure.LockTransactionAutoConfiguration;
import io.github.lockstarter.reactive.ReactiveLockContext;
import io.r2dbc.h2.CloseableConnectionFactory;
import io.r2dbc.h2.H2ConnectionFactory;
import io.r2dbc.spi.ConnectionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.r2dbc.connection.R2dbcTransactionManager;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.transaction.ReactiveTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.reactive.TransactionalOperator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Transactions of a database without threads, under locks that are lost.
 */
class DatabaseTransactionTests {

	private static final Duration SOON = Duration.ofSeconds(20);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, LockAopAutoConfiguration.class,
				LockReactiveAutoConfiguration.class, LockTransactionAutoConfiguration.class,
				LockReactiveTransactionAutoConfiguration.class, AopAutoConfiguration.class))
		.withUserConfiguration(Application.class)
		.withPropertyValues("distributed-lock.store=memory");

	private void with(Check check) {
		this.runner.run((context) -> {
			context.getBean(Outbox.class).create().block(SOON);
			check.run(context.getBean(Outbox.class), context.getBean(Orders.class));
		});
	}

	@Test
	void commitsWhatWasWrittenUnderTheLock() {
		with((outbox, orders) -> {
			assertThat(outbox.locked("one", Mono.empty()).block(SOON)).isEqualTo("one");
			assertThat(outbox.many("two", Mono.empty()).collectList().block(SOON)).containsExactly("two");
			orders.withinItsOwn("three", Mono.empty()).block(SOON);
			orders.around("four", Mono.empty()).block(SOON);
			orders.operated("five", Mono.empty()).block(SOON);
			orders.checked("six", Mono.empty()).block(SOON);
			assertThat(outbox.entries()).containsExactlyInAnyOrder("one", "two", "three", "four", "five", "six");
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "locked", "many", "withinItsOwn", "around", "operated", "checked" })
	void rollsBackWhatWasWrittenIfTheLockIsLost(String method) {
		with((outbox, orders) -> {
			Mono<Void> losing = orders.losing();
			Mono<?> work = switch (method) {
				case "locked" -> outbox.locked("lost", losing);
				case "many" -> outbox.many("lost", losing).then();
				case "withinItsOwn" -> orders.withinItsOwn("lost", losing);
				case "around" -> orders.around("lost", losing);
				case "operated" -> orders.operated("lost", losing);
				default -> orders.checked("lost", losing);
			};
			assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> work.block(SOON));
			assertThat(outbox.entries()).isEmpty();
		});
	}

	@Test
	void commitsWhatAnOperatorThatIsNoBeanWroteUnderALostLockUnlessItChecksTheLock() {
		with((outbox, orders) -> {
			assertThatExceptionOfType(LockLostException.class)
				.isThrownBy(() -> orders.unchecked("kept", orders.losing()).block(SOON));
			assertThat(outbox.entries()).containsExactly("kept");
		});
	}

	@FunctionalInterface
	interface Check {

		void run(Outbox outbox, Orders orders);

	}

	/** What the database has, by methods of a component of its own. */
	static class Outbox {

		private final DatabaseClient database;

		Outbox(ConnectionFactory connections) {
			this.database = DatabaseClient.create(connections);
		}

		Mono<Void> create() {
			return this.database.sql("CREATE TABLE outbox (entry VARCHAR(20))").then();
		}

		List<String> entries() {
			return this.database.sql("SELECT entry FROM outbox")
				.mapValue(String.class)
				.all()
				.collectList()
				.blockOptional(SOON)
				.orElseThrow();
		}

		Mono<String> written(String entry, Mono<Void> then) {
			return this.database.sql("INSERT INTO outbox VALUES (:entry)")
				.bind("entry", entry)
				.then()
				.then(then)
				.thenReturn(entry);
		}

		@DistributedLock(key = "outbox")
		@Transactional
		public Mono<String> locked(String entry, Mono<Void> then) {
			return written(entry, then);
		}

		@DistributedLock(key = "outbox")
		@Transactional
		public Flux<String> many(String entry, Mono<Void> then) {
			return written(entry, then).flux();
		}

		@DistributedLock(key = "outbox")
		public Mono<String> lockedOnly(String entry, Mono<Void> then) {
			return written(entry, then);
		}

		@Transactional
		public Mono<String> inTransaction(String entry, Mono<Void> then) {
			return written(entry, then);
		}

	}

	/** Uses the outbox. */
	static class Orders {

		private final Outbox outbox;

		private final LockAdmin admin;

		private final TransactionalOperator operator;

		private final TransactionalOperator noBean;

		Orders(Outbox outbox, LockAdmin admin, TransactionalOperator operator, ReactiveTransactionManager manager) {
			this.outbox = outbox;
			this.admin = admin;
			this.operator = operator;
			this.noBean = TransactionalOperator.create(manager);
		}

		Mono<Void> losing() {
			return Mono.fromRunnable(() -> assertThat(this.admin.forceRelease("outbox")).isTrue());
		}

		@DistributedLock(key = "outbox")
		public Mono<String> withinItsOwn(String entry, Mono<Void> then) {
			return this.outbox.inTransaction(entry, then);
		}

		@Transactional
		public Mono<String> around(String entry, Mono<Void> then) {
			return this.outbox.lockedOnly(entry, then);
		}

		@DistributedLock(key = "outbox", onLoss = LossPolicy.FAIL)
		public Mono<String> unchecked(String entry, Mono<Void> then) {
			return this.noBean.transactional(this.outbox.written(entry, then));
		}

		@DistributedLock(key = "outbox")
		public Mono<String> operated(String entry, Mono<Void> then) {
			return this.operator.transactional(this.outbox.written(entry, then));
		}

		@DistributedLock(key = "outbox")
		public Mono<String> checked(String entry, Mono<Void> then) {
			return this.noBean.transactional(this.outbox.lockedOnly(entry, then)
				.flatMap((written) -> ReactiveLockContext.assertHeld("outbox").thenReturn(written)));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement
	static class Application {

		@Bean(destroyMethod = "close")
		CloseableConnectionFactory connections() {
			return H2ConnectionFactory.inMemory("outbox");
		}

		@Bean
		R2dbcTransactionManager transactionManager(ConnectionFactory connections) {
			return new R2dbcTransactionManager(connections);
		}

		@Bean
		Outbox outbox(ConnectionFactory connections) {
			return new Outbox(connections);
		}

		@Bean
		TransactionalOperator operator(ReactiveTransactionManager manager) {
			return TransactionalOperator.create(manager);
		}

		@Bean
		Orders orders(Outbox outbox, LockAdmin admin, TransactionalOperator operator,
				ReactiveTransactionManager manager) {
			return new Orders(outbox, admin, operator, manager);
		}

	}

}
