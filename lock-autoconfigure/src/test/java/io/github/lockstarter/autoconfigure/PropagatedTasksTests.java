package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockState;
import io.github.lockstarter.reactive.ReactiveLockContext;
import io.micrometer.context.ContextExecutorService;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for tasks to which Micrometer copies the thread locals of code under a lock.
 */
class PropagatedTasksTests {

	private static final Duration SOON = Duration.ofSeconds(20);

	private static final ContextSnapshotFactory snapshots = ContextSnapshotFactory.builder().build();

	private final ExecutorService thread = Executors.newSingleThreadExecutor();

	private final ExecutorService tasks = ContextExecutorService.wrap(this.thread, snapshots::captureAll);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, LockAopAutoConfiguration.class,
				LockReactiveAutoConfiguration.class, AopAutoConfiguration.class))
		.withPropertyValues("distributed-lock.store=memory")
		.withBean(Work.class);

	@AfterEach
	void endThread() {
		this.thread.shutdown();
	}

	private void withWork(Consumer<Work> test) {
		this.runner.run((context) -> {
			test.accept(context.getBean(Work.class));
			assertThat(context.getBean(LockClient.class).lock("key").inspect().held()).isFalse();
		});
	}

	private <T> T inTask(Callable<T> task) {
		return get(this.tasks.submit(task));
	}

	private static <T> T get(Future<T> future) {
		try {
			return future.get(SOON.toSeconds(), TimeUnit.SECONDS);
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void aTaskThatAPipelineSubmitsWaitsForItsLock() {
		withWork((work) -> {
			Mono<Boolean> entered = work.pipeline(() -> inTask(work::enters));
			assertThat(entered.block(SOON)).isFalse();
		});
	}

	@Test
	void anAsyncMethodToWhichSpringBootPropagatesTheContextWaitsForTheLockOfAPipeline() {
		this.runner.withConfiguration(AutoConfigurations.of(TaskExecutionAutoConfiguration.class))
			.withUserConfiguration(Asynchronous.class)
			.withPropertyValues("spring.task.execution.propagate-context=true")
			.withBean(AsynchronousWork.class)
			.run((context) -> {
				AsynchronousWork task = context.getBean(AsynchronousWork.class);
				Mono<Boolean> entered = context.getBean(Work.class).pipeline(() -> get(task.enters()));
				assertThat(entered.block(SOON)).isFalse();
			});
	}

	@Test
	void aTaskOfAnyOperatorWaitsForTheLockOfThePipelineThatRestoresThreadLocals() {
		withAutomaticPropagation((work) -> {
			Mono<Boolean> entered = work.restored(() -> {
				assertThat(work.enters()).isTrue();
				return inTask(work::enters);
			});
			assertThat(entered.block(SOON)).isFalse();
		});
	}

	@Test
	void noLockFollowsToThreadsToWhichASchedulerCopiesThreadLocals() {
		withAutomaticPropagation((work) -> {
			assertThat(work.pipeline(() -> LockContext.held().isEmpty() && !work.enters()).block(SOON)).isTrue();
			assertThat(work.checked(Schedulers.boundedElastic()).block(SOON)).isEqualTo("held");
		});
	}

	private void withAutomaticPropagation(Consumer<Work> test) {
		Hooks.enableAutomaticContextPropagation();
		try {
			withWork(test);
		}
		finally {
			Hooks.disableAutomaticContextPropagation();
		}
	}

	@Test
	void aTaskThatTheMethodOfAFutureSubmitsWaitsForItsLock() {
		withWork((work) -> {
			CompletableFuture<String> end = new CompletableFuture<>();
			CompletionStage<String> outer = work.future(() -> {
				assertThat(inTask(work::enters)).isFalse();
				return end;
			});
			end.complete("done");
			assertThat(outer).succeedsWithin(SOON);
		});
	}

	@Test
	void aTaskThatTheSameThreadRunsLaterWaitsForTheLock() {
		withWork((work) -> {
			CompletableFuture<String> end = new CompletableFuture<>();
			CompletableFuture<Future<Boolean>> later = new CompletableFuture<>();
			CompletionStage<String> outer = get(this.thread.submit(() -> work.future(() -> {
				later.complete(this.tasks.submit(work::enters));
				return end;
			})));
			assertThat(get(get(later))).isFalse();
			end.complete("done");
			assertThat(outer).succeedsWithin(SOON);
		});
	}

	@Test
	void aPipelineThatATaskSubscribesToWaitsForTheLockOfTheThread() {
		withWork((work) -> work.blocking(() -> {
			assertThat(inTask(() -> work.inner().block(SOON))).isNull();
			return true;
		}));
	}

	@Test
	void aTaskIsNotUnderTheLock() {
		withWork((work) -> work.blocking(() -> {
			assertThat(inTask(LockContext::held)).isEmpty();
			assertThatIllegalStateException().isThrownBy(() -> inTask(() -> LockContext.assertHeld("key")))
				.withMessageContaining("runs no code under lock 'key'");
			return true;
		}));
	}

	@Test
	void aTaskThatTheThreadRunsItselfIsUnderTheLock() {
		withWork((work) -> work.blocking(() -> {
			List<LockHandle> held = LockContext.held();
			Runnable task = () -> assertThat(LockContext.held()).isEqualTo(held);
			snapshots.captureAll().wrap(task).run();
			return true;
		}));
	}

	@Test
	void whatAPipelineCallsAfterThreadLocalsWereSetBackEntersItsLock() {
		withWork((work) -> assertThat(work.pipeline(() -> {
			ContextSnapshot empty = snapshots.captureAll();
			try (ContextSnapshot.Scope inner = empty.setThreadLocals()) {
				assertThat(work.enters()).isTrue();
			}
			return work.enters();
		}).block(SOON)).isTrue());
	}

	@Test
	void aPipelineWithTheThreadLocalsOfItsThreadEntersTheLockOfThisThread() {
		withWork((work) -> work.blocking(() -> {
			assertThat(work.inner().contextCapture().block(SOON)).isEqualTo("entered");
			Mono<String> elsewhere = work.inner().subscribeOn(Schedulers.parallel());
			assertThat(elsewhere.contextCapture().block(SOON)).isEqualTo("entered");
			return true;
		}));
	}

	@Test
	void aLockThatWasGivenBackIsNotHeldByAPipelineThatRunsOn() {
		withWork((work) -> {
			Context context = work.context().block(SOON);
			assertThat(context).isNotNull();
			assertThatIllegalStateException()
				.isThrownBy(() -> ReactiveLockContext.assertHeld("key").contextWrite(context).block(SOON))
				.withMessageContaining("does not run under lock 'key'");
			assertThatIllegalStateException()
				.isThrownBy(() -> ReactiveLockContext.current().contextWrite(context).block(SOON))
				.withMessageContaining("runs under no lock");
		});
	}

	@Test
	void aLockThatWasGivenBackIsNotHeld() {
		withWork((work) -> work.blocking(() -> {
			LockHandle handle = LockContext.assertHeld("key");
			handle.close();
			assertThat(handle.state()).isEqualTo(LockState.RELEASED);
			assertThat(LockContext.held()).isEmpty();
			assertThatIllegalStateException().isThrownBy(() -> LockContext.assertHeld("key"));
			assertThatIllegalStateException().isThrownBy(LockContext::current);
			return true;
		}));
	}

	static class Work {

		private final LockClient locks;

		Work(LockClient locks) {
			this.locks = locks;
		}

		boolean enters() {
			return this.locks.lock("key").tryRun(() -> {
			});
		}

		@DistributedLock(key = "key")
		public Mono<Boolean> pipeline(Supplier<Boolean> body) {
			return Mono.just("x").publishOn(Schedulers.boundedElastic()).handle((each, sink) -> sink.next(body.get()));
		}

		@DistributedLock(key = "key")
		public Mono<Boolean> restored(Supplier<Boolean> body) {
			return Mono.fromFuture(() -> CompletableFuture.supplyAsync(() -> "x")).map((each) -> body.get());
		}

		@DistributedLock(key = "key")
		public Mono<String> checked(Scheduler scheduler) {
			return Mono.just("held").publishOn(scheduler).delayUntil((each) -> ReactiveLockContext.assertHeld("key"));
		}

		@DistributedLock(key = "key")
		public CompletionStage<String> future(Supplier<CompletionStage<String>> body) {
			return body.get();
		}

		@DistributedLock(key = "key")
		public boolean blocking(Supplier<Boolean> body) {
			return body.get();
		}

		@DistributedLock(key = "key", waitTime = 100, timeUnit = TimeUnit.MILLISECONDS,
				failStrategy = DistributedLock.LockFailStrategy.SKIP)
		public Mono<String> inner() {
			return Mono.just("entered");
		}

		@DistributedLock(key = "key")
		public Mono<Context> context() {
			return Mono.deferContextual((context) -> Mono.just(Context.of(context)));
		}

	}

	static class AsynchronousWork {

		private final Work work;

		AsynchronousWork(Work work) {
			this.work = work;
		}

		@Async
		public CompletableFuture<Boolean> enters() {
			return CompletableFuture.completedFuture(this.work.enters());
		}

	}

	@EnableAsync
	@Configuration(proxyBeanMethods = false)
	static class Asynchronous {

	}

}
