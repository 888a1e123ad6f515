package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockNotAcquiredException;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for pipelines that leave Reactor's context, and so the lock that they are under.
 */
class LostContextTests {

	private static final Duration SOON = Duration.ofSeconds(20);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, LockAopAutoConfiguration.class,
				LockReactiveAutoConfiguration.class, AopAutoConfiguration.class))
		.withPropertyValues("distributed-lock.store=memory")
		.withBean(Work.class);

	static Named<?>[] waysOut() {
		return new Named<?>[] { way("toFuture", (inner) -> Mono.fromFuture(inner::toFuture)),
				way("subscribe", LostContextTests::subscribed),
				way("block", (inner) -> Mono.fromCallable(inner::block).subscribeOn(Schedulers.boundedElastic())) };
	}

	private static Named<Function<Mono<String>, Mono<String>>> way(String name,
			Function<Mono<String>, Mono<String>> way) {
		return Named.of(name, way);
	}

	private static Mono<String> subscribed(Mono<String> inner) {
		CompletableFuture<String> result = new CompletableFuture<>();
		inner.subscribe(result::complete, result::completeExceptionally);
		return Mono.fromFuture(result);
	}

	@ParameterizedTest
	@MethodSource("waysOut")
	void anInnerCallOutsideTheContextIsRefusedAtItsWaitTime(Function<Mono<String>, Mono<String>> way) {
		this.runner.run((context) -> {
			Work work = context.getBean(Work.class);
			Mono<String> leaving = work.outer(() -> onAnotherThread().flatMap((go) -> way.apply(work.inner())));
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> leaving.block(SOON))
				.withMessageMatching("Lock 'key' was not acquired within \\d+ ms because others held it\\.");
			assertThat(context.getBean(LockClient.class).lock("key").inspect().held()).isFalse();
		});
	}

	@Test
	void anInnerCallInsideTheContextEnters() {
		this.runner.run((context) -> {
			Work work = context.getBean(Work.class);
			assertThat(work.outer(() -> onAnotherThread().flatMap((go) -> work.inner())).block(SOON))
				.isEqualTo("entered");
		});
	}

	private static Mono<String> onAnotherThread() {
		return Mono.just("go").publishOn(Schedulers.parallel());
	}

	static class Work {

		@DistributedLock(key = "key")
		public Mono<String> outer(Supplier<Mono<String>> begin) {
			return begin.get();
		}

		@DistributedLock(key = "key", waitTime = 100, timeUnit = TimeUnit.MILLISECONDS)
		public Mono<String> inner() {
			return Mono.just("entered");
		}

	}

}
