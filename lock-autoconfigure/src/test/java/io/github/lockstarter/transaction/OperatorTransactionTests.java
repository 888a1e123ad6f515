package io.github.lockstarter.transaction;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.autoconfigure.LockAopAutoConfiguration;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.autoconfigure.LockReactiveAutoConfiguration;
import io.github.lockstarter.autoconfigure.LockReactiveTransactionAutoConfiguration;
import io.github.lockstarter.autoconfigure.LockTransactionAutoConfiguration;
import io.github.lockstarter.testing.CapturedLog;
import io.github.lockstarter.testing.LogCapture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.reactive.TransactionCallback;
import org.springframework.transaction.reactive.TransactionalOperator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for transactions of an operator in pipelines under locks.
 */
@ExtendWith(LogCapture.class)
class OperatorTransactionTests {

	private static final Duration SOON = Duration.ofSeconds(20);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, LockAopAutoConfiguration.class,
				LockReactiveAutoConfiguration.class, LockTransactionAutoConfiguration.class,
				LockReactiveTransactionAutoConfiguration.class, AopAutoConfiguration.class))
		.withUserConfiguration(Application.class)
		.withPropertyValues("distributed-lock.store=memory");

	private void with(Check check) {
		this.runner.run((context) -> check.run(context.getBean(Work.class),
				context.getBean("operator", TransactionalOperator.class),
				context.getBean(RecordingManager.class).ends()));
	}

	@Test
	void commitsWhatWasDoneUnderTheLock() {
		with((work, operator, ends) -> {
			Mono<String> done = Mono.just("done");
			assertThat(work.locked(() -> operator.transactional(done)).block(SOON)).isEqualTo("done");
			assertThat(work.locked(() -> operator.execute((transaction) -> done).singleOrEmpty()).block(SOON))
				.isEqualTo("done");
			assertThat(work.many(() -> operator.transactional(Flux.just("one", "two"))).collectList().block(SOON))
				.containsExactly("one", "two");
			assertThat(ends).containsExactly("commit", "commit", "commit");
		});
	}

	@Test
	void rollsBackIfTheLockWasLost() {
		with((work, operator, ends) -> {
			Mono<String> losing = work.losing().thenReturn("done");
			for (Mono<String> each : List.of(work.locked(() -> operator.transactional(losing)),
					work.locked(() -> operator.execute((transaction) -> losing).singleOrEmpty()),
					work.many(() -> operator.transactional(losing.flux())).last())) {
				assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> each.block(SOON))
					.withMessageContaining("is rolled back");
			}
			assertThat(ends).containsExactly("rollback", "rollback", "rollback");
		});
	}

	@Test
	void rollsBackIfALockThatWasTakenInsideWasLost() {
		with((work, operator, ends) -> {
			Mono<String> caught = Mono.defer(() -> work.locked(() -> work.losing().thenReturn("done")))
				.onErrorReturn("caught");
			assertThatExceptionOfType(LockLostException.class)
				.isThrownBy(() -> operator.transactional(caught).block(SOON))
				.withMessageContaining("is rolled back");
			assertThat(ends).containsExactly("rollback");
		});
	}

	@Test
	void reportsOnceThatALockIsTakenInside(CapturedLog output) {
		with((work, operator, ends) -> {
			Mono<String> nested = operator.transactional(Mono.defer(() -> work.locked(() -> Mono.just("done"))));
			nested.block(SOON);
			nested.block(SOON);
			assertThat(output.toString().split("Work.locked takes its lock inside a transaction of its caller", -1))
				.hasSize(2);
		});
	}

	@Test
	void rollsBackWorkThatFails() {
		with((work, operator, ends) -> {
			Mono<String> failing = Mono.error(new IllegalStateException("sold out"));
			assertThatIllegalStateException()
				.isThrownBy(() -> work.locked(() -> operator.transactional(failing)).block(SOON))
				.withMessage("sold out");
			assertThat(ends).containsExactly("rollback");
		});
	}

	@Test
	void leavesTransactionsWithoutALockAlone() {
		with((work, operator, ends) -> {
			assertThat(operator.transactional(Mono.empty()).blockOptional(SOON)).isEmpty();
			assertThat(ends).containsExactly("commit");
		});
	}

	@Test
	void leavesAnOperatorOfTheApplicationAsItIs() {
		this.runner.withBean(OwnOperator.class).run((context) -> assertThat(context).hasSingleBean(OwnOperator.class));
	}

	@FunctionalInterface
	interface Check {

		void run(Work work, TransactionalOperator operator, List<String> ends);

	}

	static class Work {

		private final LockAdmin admin;

		Work(LockAdmin admin) {
			this.admin = admin;
		}

		Mono<Void> losing() {
			return Mono.fromRunnable(() -> assertThat(this.admin.forceRelease("key")).isTrue());
		}

		@DistributedLock(key = "key")
		public Mono<String> locked(Supplier<Mono<String>> work) {
			return work.get();
		}

		@DistributedLock(key = "key")
		public Flux<String> many(Supplier<Flux<String>> work) {
			return work.get();
		}

	}

	static class OwnOperator implements TransactionalOperator {

		@Override
		public <T> Flux<T> execute(TransactionCallback<T> action) {
			throw new UnsupportedOperationException();
		}

		@Override
		public <T> Flux<T> transactional(Flux<T> flux) {
			return flux;
		}

		@Override
		public <T> Mono<T> transactional(Mono<T> mono) {
			return mono;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Application {

		@Bean
		Work work(LockAdmin admin) {
			return new Work(admin);
		}

		@Bean
		RecordingManager transactionManager() {
			return new RecordingManager();
		}

		@Bean
		TransactionalOperator operator(RecordingManager manager) {
			return TransactionalOperator.create(manager);
		}

	}

}
