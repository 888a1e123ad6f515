package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.function.Supplier;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.testing.LogCapture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for publishers whose subscription throws an error, which Reactor does not signal.
 */
@Timeout(60)
@ExtendWith(LogCapture.class)
class BrokenSubscriptionTests {

	private static final Duration SOON = Duration.ofSeconds(5);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, LockAopAutoConfiguration.class,
				LockReactiveAutoConfiguration.class, AopAutoConfiguration.class))
		.withPropertyValues("distributed-lock.store=memory")
		.withBean(Work.class);

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void endsWithTheErrorOfAnOperator(boolean interrupting) {
		ends(interrupting, new NoClassDefFoundError("thrown by a test"), (error) -> Mono.just("a").map((value) -> {
			throw error;
		}));
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void endsWithTheErrorOfACallable(boolean interrupting) {
		ends(interrupting, new LinkageError("thrown by a test"), (error) -> Mono.fromCallable(() -> {
			throw error;
		}));
	}

	@Test
	void endsWithTheErrorOfAPublisherThatSignalsNothing() {
		ends(false, new AssertionError("thrown by a test"), (error) -> Mono.fromDirect((subscriber) -> {
			throw error;
		}));
	}

	private void ends(boolean interrupting, Error error, Failing failing) {
		this.runner.run((context) -> {
			Work work = context.getBean(Work.class);
			Supplier<Mono<String>> begin = () -> failing.with(error);
			Mono<String> mono = interrupting ? work.interrupting(begin) : work.mono(begin);
			Throwable thrown = catchThrowable(() -> mono.block(SOON));
			assertThat((thrown.getCause() != null) ? thrown.getCause() : thrown).isSameAs(error);
			assertThat(context.getBean(LockClient.class).lock("key").inspect().held()).isFalse();
		});
	}

	@FunctionalInterface
	interface Failing {

		Mono<String> with(Error error);

	}

	static class Work {

		@DistributedLock(key = "key")
		public Mono<String> mono(Supplier<Mono<String>> begin) {
			return begin.get();
		}

		@DistributedLock(key = "key", onLoss = LossPolicy.INTERRUPT)
		public Mono<String> interrupting(Supplier<Mono<String>> begin) {
			return begin.get();
		}

	}

}
