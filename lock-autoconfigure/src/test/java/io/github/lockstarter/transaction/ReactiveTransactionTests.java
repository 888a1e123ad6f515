package io.github.lockstarter.transaction;

import java.time.Duration;
import java.util.List;

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

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for reactive transactions of methods under locks.
 */
@ExtendWith(LogCapture.class)
class ReactiveTransactionTests {

	private static final Duration SOON = Duration.ofSeconds(20);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, LockAopAutoConfiguration.class,
				LockReactiveAutoConfiguration.class, LockTransactionAutoConfiguration.class,
				LockReactiveTransactionAutoConfiguration.class, AopAutoConfiguration.class))
		.withUserConfiguration(Application.class)
		.withPropertyValues("distributed-lock.store=memory");

	private void with(Check check) {
		this.runner
			.run((context) -> check.run(context.getBean(Work.class), context.getBean(RecordingManager.class).ends()));
	}

	@Test
	void commitsWhatWasDoneUnderTheLock() {
		with((work, ends) -> {
			assertThat(work.locked(Mono.just("done")).block(SOON)).isEqualTo("done");
			assertThat(work.many(Flux.just("one", "two")).collectList().block(SOON)).containsExactly("one", "two");
			assertThat(ends).containsExactly("commit", "commit");
		});
	}

	@Test
	void rollsBackIfTheLockWasLost() {
		with((work, ends) -> {
			assertThatExceptionOfType(LockLostException.class)
				.isThrownBy(() -> work.locked(work.losing().thenReturn("done")).block(SOON))
				.withMessageContaining("is rolled back");
			assertThatExceptionOfType(LockLostException.class)
				.isThrownBy(() -> work.many(work.losing().thenMany(Flux.just("one", "two"))).blockLast(SOON));
			assertThat(ends).containsExactly("rollback", "rollback");
		});
	}

	@Test
	void rollsBackATransactionThatBeginsWithinTheLock() {
		with((work, ends) -> {
			assertThatExceptionOfType(LockLostException.class)
				.isThrownBy(() -> work.around(() -> work.inner(work.losing().thenReturn("done"))).block(SOON));
			assertThat(ends).containsExactly("rollback");
		});
	}

	@Test
	void rollsBackTheTransactionOfACallerIfALockTakenInItWasLost() {
		with((work, ends) -> {
			assertThatExceptionOfType(LockLostException.class).isThrownBy(
					() -> work.inner(Mono.defer(() -> work.around(work::losingOne)).thenReturn("done")).block(SOON));
			assertThat(ends).containsExactly("rollback");
		});
	}

	@Test
	void rollsBackTheTransactionThatAMethodUnderALostLockHasJoined() {
		with((work, ends) -> {
			assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> work
				.inner(Mono
					.defer(() -> work.inner(Mono.defer(() -> work.around(work::losingOne))).onErrorReturn("caught")))
				.block(SOON));
			assertThat(ends).containsOnly("rollback");
		});
	}

	@Test
	void commitsTheTransactionOfACallerIfTheLockTakenInItWasGivenBack() {
		with((work, ends) -> {
			Mono<String> nested = Mono.defer(() -> work.around(() -> Mono.just("done")));
			assertThat(work.inner(nested).block(SOON)).isEqualTo("done");
			assertThat(ends).containsExactly("commit");
		});
	}

	@Test
	void reportsOnceThatALockIsTakenInsideATransactionOfTheCaller(CapturedLog output) {
		with((work, ends) -> {
			Mono<String> nested = Mono.defer(() -> work.around(() -> Mono.just("done")));
			nested.block(SOON);
			assertThat(work.locked(Mono.just("done")).block(SOON)).isEqualTo("done");
			assertThat(output).doesNotContain("transaction of its caller");
			work.inner(nested).block(SOON);
			work.inner(nested).block(SOON);
			assertThat(output.toString().split("Work.around takes its lock inside a transaction of its caller", -1))
				.hasSize(2);
		});
	}

	@Test
	void leavesTransactionsWithoutALockAlone() {
		with((work, ends) -> {
			assertThat(work.inner(Mono.just("done")).block(SOON)).isEqualTo("done");
			assertThat(ends).containsExactly("commit");
		});
	}

	@FunctionalInterface
	interface Check {

		void run(Work work, List<String> ends);

	}

	@FunctionalInterface
	interface Inner {

		Mono<String> begin();

	}

	static class Work {

		@Autowired
		private LockAdmin admin;

		Mono<Void> losing() {
			return Mono.fromRunnable(() -> assertThat(this.admin.forceRelease("key")).isTrue());
		}

		Mono<String> losingOne() {
			return losing().thenReturn("done");
		}

		@DistributedLock(key = "key")
		@Transactional
		public Mono<String> locked(Mono<String> work) {
			return work;
		}

		@DistributedLock(key = "key")
		@Transactional
		public Flux<String> many(Flux<String> work) {
			return work;
		}

		@DistributedLock(key = "key")
		public Mono<String> around(Inner inner) {
			return inner.begin();
		}

		@Transactional
		public Mono<String> inner(Mono<String> work) {
			return work;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement
	static class Application {

		@Bean
		Work work() {
			return new Work();
		}

		@Bean
		RecordingManager transactionManager() {
			return new RecordingManager();
		}

	}

}
