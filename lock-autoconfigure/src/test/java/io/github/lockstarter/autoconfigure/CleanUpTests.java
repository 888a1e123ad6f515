package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.List;
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
import reactor.core.publisher.Sinks;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

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

	static Named<?>[] waysUnderTheLock() {
		return new Named<?>[] { way("doOnTerminate", Flux::doOnTerminate), way("doOnComplete", Flux::doOnComplete),
				way("using", (work, cleanUp) -> Flux.using(() -> 1, (resource) -> work, (resource) -> cleanUp.run())),
				way("usingWhen", (work, cleanUp) -> Flux.usingWhen(Mono.just(1), (resource) -> work,
						(resource) -> Mono.fromRunnable(cleanUp))) };
	}

	static Named<?>[] waysAfterTheLock() {
		return new Named<?>[] { way("doFinally", (work, cleanUp) -> work.doFinally((signal) -> cleanUp.run())),
				way("doAfterTerminate", Flux::doAfterTerminate), way("using", (work, cleanUp) -> Flux.using(() -> 1,
						(resource) -> work, (resource) -> cleanUp.run(), false)) };
	}

	private static Named<BiFunction<Flux<Integer>, Runnable, Flux<Integer>>> way(String name,
			BiFunction<Flux<Integer>, Runnable, Flux<Integer>> way) {
		return Named.of(name, way);
	}

	static Named<?>[] waysOfOneValueUnderTheLock() {
		return new Named<?>[] {
				wayOfOneValue("doOnSuccess", (work, cleanUp) -> work.doOnSuccess((value) -> cleanUp.run())),
				wayOfOneValue("using",
						(work, cleanUp) -> Mono.using(() -> 1, (resource) -> work, (resource) -> cleanUp.run())) };
	}

	static Named<?>[] waysOfOneValueAfterTheLock() {
		return new Named<?>[] {
				wayOfOneValue("doFinally", (work, cleanUp) -> work.doFinally((signal) -> cleanUp.run())),
				wayOfOneValue("using", (work, cleanUp) -> Mono.using(() -> 1, (resource) -> work,
						(resource) -> cleanUp.run(), false)) };
	}

	private static Named<BiFunction<Mono<Integer>, Runnable, Mono<Integer>>> wayOfOneValue(String name,
			BiFunction<Mono<Integer>, Runnable, Mono<Integer>> way) {
		return Named.of(name, way);
	}

	private Runnable cleanUp(LockClient locks) {
		return () -> this.heldAtCleanUp.complete(isHeld(locks));
	}

	/** Clean-up that would never end if its lock were released only afterwards. */
	private Runnable cleanUpAfterRelease(LockClient locks) {
		return () -> {
			await().atMost(SOON).until(() -> !isHeld(locks));
			this.heldAtCleanUp.complete(false);
		};
	}

	private static boolean isHeld(LockClient locks) {
		return locks.lock("key").inspect().held();
	}

	@ParameterizedTest
	@MethodSource("waysUnderTheLock")
	void aPublisherCleansUpUnderItsLock(BiFunction<Flux<Integer>, Runnable, Flux<Integer>> way) {
		assertCleanUp(this::cleanUp, true, List.of(1, 2), values(way));
	}

	@ParameterizedTest
	@MethodSource("waysAfterTheLock")
	void aPublisherThatHasSignalledItsEndCleansUpWithoutItsLock(
			BiFunction<Flux<Integer>, Runnable, Flux<Integer>> way) {
		assertCleanUp(this::cleanUpAfterRelease, false, List.of(1, 2), values(way));
	}

	@ParameterizedTest
	@MethodSource("waysOfOneValueUnderTheLock")
	void aPublisherOfOneValueCleansUpUnderItsLock(BiFunction<Mono<Integer>, Runnable, Mono<Integer>> way) {
		assertCleanUp(this::cleanUp, true, 1, oneValue(way));
	}

	@ParameterizedTest
	@MethodSource("waysOfOneValueAfterTheLock")
	void aPublisherOfOneValueThatHasSignalledItsEndCleansUpWithoutItsLock(
			BiFunction<Mono<Integer>, Runnable, Mono<Integer>> way) {
		assertCleanUp(this::cleanUpAfterRelease, false, 1, oneValue(way));
	}

	private static Publishing<List<Integer>> values(BiFunction<Flux<Integer>, Runnable, Flux<Integer>> way) {
		return (work, first, cleanUp) -> work
			.publish((values) -> way.apply(first.flatMapMany((value) -> values), cleanUp))
			.collectList();
	}

	private static Publishing<Integer> oneValue(BiFunction<Mono<Integer>, Runnable, Mono<Integer>> way) {
		return (work, first, cleanUp) -> work.publishOne(() -> way.apply(first, cleanUp));
	}

	/** The work ends when it was subscribed to: what ends before is still being begun. */
	private <T> void assertCleanUp(Function<LockClient, Runnable> cleaning, boolean held, T expected,
			Publishing<T> publishing) {
		this.runner.run((context) -> {
			Runnable cleanUp = cleaning.apply(context.getBean(LockClient.class));
			Sinks.One<Integer> first = Sinks.one();
			CompletableFuture<T> published = publishing.publish(context.getBean(Work.class), first.asMono(), cleanUp)
				.toFuture();
			await().until(() -> first.currentSubscriberCount() > 0);
			first.tryEmitValue(1).orThrow();
			assertThat(published).succeedsWithin(SOON).isEqualTo(expected);
			assertThat(this.heldAtCleanUp).succeedsWithin(SOON).isEqualTo(held);
		});
	}

	@Test
	void aPublisherThatFailsCleansUpUnderItsLock() {
		this.runner.run((context) -> {
			Runnable cleanUp = cleanUp(context.getBean(LockClient.class));
			Flux<Integer> published = context.getBean(Work.class)
				.publish((work) -> work.concatWith(Flux.error(new IllegalStateException("work")))
					.doOnError((failure) -> cleanUp.run()));
			assertThatIllegalStateException().isThrownBy(() -> published.blockLast(SOON)).withMessage("work");
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

	@Test
	void aStageOfTheCleanUpThatIsNotReturnedIsNotWaitedFor() {
		this.runner.run((context) -> {
			Runnable cleanUp = cleanUpAfterRelease(context.getBean(LockClient.class));
			CompletableFuture<Integer> work = new CompletableFuture<>();
			CompletionStage<Integer> result = context.getBean(Work.class).begin(() -> {
				work.whenComplete((value, failure) -> cleanUp.run());
				return work;
			});
			work.complete(1);
			assertThat(result).succeedsWithin(SOON.toSeconds(), TimeUnit.SECONDS).isEqualTo(1);
			assertThat(this.heldAtCleanUp).isCompletedWithValue(false);
		});
	}

	private interface Publishing<T> {

		/** Publish what comes after a first value, and clean up. */
		Mono<T> publish(Work work, Mono<Integer> first, Runnable cleanUp);

	}

	static class Work {

		@DistributedLock(key = "key")
		public Mono<Integer> publishOne(Supplier<Mono<Integer>> work) {
			return work.get();
		}

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
