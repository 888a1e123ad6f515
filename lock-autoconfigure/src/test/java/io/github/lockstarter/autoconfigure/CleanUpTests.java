package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockClient;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the ways in which work that ends later can clean up under its lock.
 */
class CleanUpTests {

	private static final Duration SOON = Duration.ofSeconds(20);

	private final CompletableFuture<Boolean> heldAtCleanUp = new CompletableFuture<>();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, LockAopAutoConfiguration.class,
				LockReactiveAutoConfiguration.class, AopAutoConfiguration.class))
		.withPropertyValues("distributed-lock.store=memory")
		.withBean(Work.class);

	static Named<?>[] ways() {
		return new Named<?>[] { way("doOnTerminate", Flux::doOnTerminate), way("doOnComplete", Flux::doOnComplete),
				way("using", (work, cleanUp) -> Flux.using(() -> 1, (resource) -> work, (resource) -> cleanUp.run())),
				way("usingWhen", (work, cleanUp) -> Flux.usingWhen(Mono.just(1), (resource) -> work,
						(resource) -> Mono.fromRunnable(cleanUp))) };
	}

	private static Named<BiFunction<Flux<Integer>, Runnable, Flux<Integer>>> way(String name,
			BiFunction<Flux<Integer>, Runnable, Flux<Integer>> way) {
		return Named.of(name, way);
	}

	private Runnable cleanUp(LockClient locks) {
		return () -> this.heldAtCleanUp.complete(locks.lock("key").inspect().held());
	}

	@ParameterizedTest
	@MethodSource("ways")
	void aPublisherCleansUpUnderItsLock(BiFunction<Flux<Integer>, Runnable, Flux<Integer>> way) {
		this.runner.run((context) -> {
			Runnable cleanUp = cleanUp(context.getBean(LockClient.class));
			assertThat(
					context.getBean(Work.class).publish((work) -> way.apply(work, cleanUp)).collectList().block(SOON))
				.containsExactly(1, 2);
			assertThat(this.heldAtCleanUp).isCompletedWithValue(true);
		});
	}

	@Test
	void aPublisherThatIsCancelledCleansUpUnderItsLock() {
		this.runner.run((context) -> {
			Runnable cleanUp = cleanUp(context.getBean(LockClient.class));
			context.getBean(Work.class)
				.publish((work) -> work.concatWith(Flux.never()).doOnCancel(cleanUp))
				.take(1)
				.blockLast(SOON);
			assertThat(this.heldAtCleanUp).isCompletedWithValue(true);
		});
	}

	@Test
	void theStageOfTheCleanUpIsWaitedForIfItIsReturned() {
		this.runner.run((context) -> {
			Runnable cleanUp = cleanUp(context.getBean(LockClient.class));
			CompletableFuture<Integer> work = new CompletableFuture<>();
			CompletionStage<Integer> result = context.getBean(Work.class)
				.begin(() -> work.whenComplete((value, failure) -> cleanUp.run()));
			work.complete(1);
			assertThat(result).succeedsWithin(SOON.toSeconds(), TimeUnit.SECONDS).isEqualTo(1);
			assertThat(this.heldAtCleanUp).isCompletedWithValue(true);
		});
	}

	static class Work {

		@DistributedLock(key = "key")
		public Flux<Integer> publish(Function<Flux<Integer>, Flux<Integer>> work) {
			return work.apply(Flux.just(1, 2));
		}

		@DistributedLock(key = "key")
		public CompletionStage<Integer> begin(Supplier<CompletionStage<Integer>> work) {
			return work.get();
		}

	}

}
