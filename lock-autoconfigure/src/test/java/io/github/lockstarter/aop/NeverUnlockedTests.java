package io.github.lockstarter.aop;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.DistributedLock.LockFailStrategy;
import io.github.lockstarter.LockFailureHandler;
import io.github.lockstarter.LockFailureHandler.Answer;
import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.UnavailablePolicy;
import io.github.lockstarter.autoconfigure.LockReactiveAutoConfiguration;
import io.github.lockstarter.testing.LogCapture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests that a method never runs without its lock, whatever went wrong and whoever
 * handles it.
 */
@ExtendWith(LogCapture.class)
class NeverUnlockedTests {

	private static final Duration WAITED = Duration.ofMillis(5);

	private static final Duration LEASE = Duration.ofSeconds(30);

	/**
	 * All failures of a lock, under each way to handle those that may be handled.
	 */
	@Test
	void runsNoMethodWhenTheLockFails() {
		AtomicReference<Answer> answer = new AtomicReference<>();
		runner().withBean(LockFailureHandler.class, () -> (failed) -> answer.get()).run((context) -> {
			RecordingLockClient client = context.getBean(RecordingLockClient.class);
			assertThat(failures()).allSatisfy((name, failure) -> {
				for (Answer each : List.of(Answer.NONE, Answer.of(null))) {
					answer.set(each);
					client.events.clear();
					client.refuse(failure);
					callEach(context.getBean(Service.class), context.getBean(Later.class));
					assertThat(client.events).hasSize(Service.CALLS.size() + Later.CALLS.size()).containsOnly("refuse");
				}
			});
		});
	}

	private static Map<String, Supplier<RuntimeException>> failures() {
		Map<String, Supplier<RuntimeException>> failures = new LinkedHashMap<>();
		failures.put("timed out", () -> new LockNotAcquiredException("key", WAITED, LEASE));
		failures.put("exhausted", () -> LockNotAcquiredException.exhausted("key", WAITED, LEASE, 3));
		failures.put("too-many-waiters", () -> LockNotAcquiredException.tooManyWaiters("key", WAITED, LEASE, 3));
		failures.put("unavailable", () -> new LockUnavailableException("key", WAITED, null));
		failures.put("interrupted", () -> new LockInterruptedException("key", WAITED, new InterruptedException()));
		failures.put("lost", () -> new LockLostException("key", 1));
		failures.put("unexpected", () -> new IllegalStateException("unexpected"));
		failures.put("linkage", thrown(new NoClassDefFoundError("thrown by a test")));
		failures.put("deep", thrown(new StackOverflowError("thrown by a test")));
		return failures;
	}

	@Test
	void runsNoMethodWhenAHandlerFails() {
		runner().withBean(LockFailureHandler.class, () -> (failure) -> {
			throw new IllegalArgumentException("handler");
		}).run((context) -> {
			context.getBean(RecordingLockClient.class).refuse();
			callEach(context.getBean(Service.class), context.getBean(Later.class));
		});
	}

	@Test
	void runsNoMethodWhenAHandlerFailsWithAnError() {
		runner().withBean(LockFailureHandler.class, () -> (failure) -> {
			throw new NoClassDefFoundError("handler");
		}).run((context) -> {
			context.getBean(RecordingLockClient.class).refuse();
			callEach(context.getBean(Service.class), context.getBean(Later.class));
		});
	}

	private static ApplicationContextRunner runner() {
		return LockContexts.runner()
			.withConfiguration(AutoConfigurations.of(LockReactiveAutoConfiguration.class))
			.withBean(Service.class)
			.withBean(Later.class);
	}

	/** None of them runs. */
	private static void callEach(Service service, Later later) {
		Service.CALLS.forEach((call) -> catchThrowable(() -> call.accept(service)));
		Later.CALLS.forEach((call) -> assertThat(ends(call, later)).isTrue());
		assertThat(service.ran()).isEmpty();
		assertThat(later.ran()).isEmpty();
	}

	@Test
	void runsNoMethodWhenItsKeyOrItsConditionCanNotBeTold() {
		LockContexts.with(Untold.class, (bean, client) -> {
			assertThat(catchThrowable(() -> bean.key(null))).isNotNull();
			assertThat(catchThrowable(() -> bean.condition(null))).isNotNull();
			assertThat(client.events).isEmpty();
			assertThat(bean.ran()).isEmpty();
		});
	}

	@Test
	void handsAnInterruptToNobody() {
		List<Object> asked = new ArrayList<>();
		LockContexts.runner().withBean(Service.class).withBean(LockFailureHandler.class, () -> (failure) -> {
			asked.add(failure);
			return Answer.of(null);
		}).run((context) -> {
			LockInterruptedException interrupt = new LockInterruptedException("key", WAITED,
					new InterruptedException());
			context.getBean(RecordingLockClient.class).refuse(() -> interrupt);
			Service service = context.getBean(Service.class);
			assertThat(Service.CALLS)
				.allSatisfy((call) -> assertThat(catchThrowable(() -> call.accept(service))).isSameAs(interrupt));
			assertThat(asked).isEmpty();
		});
	}

	/** What no lock is expected to throw may reach the caller at once. */
	private static boolean ends(Function<Later, CompletableFuture<String>> call, Later later) {
		try {
			return call.apply(later).isDone();
		}
		catch (RuntimeException | Error ex) {
			return true;
		}
	}

	private static Supplier<RuntimeException> thrown(Error error) {
		return () -> {
			throw error;
		};
	}

	static class Service {

		static final List<Consumer<Service>> CALLS = List.of(Service::exception, Service::orNull, Service::orNothing,
				Service::refusing, Service::refusingOrNull, Service::withFallback, Service::withFailingFallback);

		private final List<String> ran = new ArrayList<>();

		List<String> ran() {
			return this.ran;
		}

		@DistributedLock(key = "key")
		public void exception() {
			this.ran.add("exception");
		}

		@DistributedLock(key = "key", failStrategy = LockFailStrategy.RETURN_NULL)
		public void orNull() {
			this.ran.add("orNull");
		}

		@DistributedLock(key = "key", failStrategy = LockFailStrategy.SKIP)
		public void orNothing() {
			this.ran.add("orNothing");
		}

		@DistributedLock(key = "key", onUnavailable = UnavailablePolicy.TREAT_AS_CONTENDED)
		public void refusing() {
			this.ran.add("refusing");
		}

		@DistributedLock(key = "key", failStrategy = LockFailStrategy.SKIP,
				onUnavailable = UnavailablePolicy.TREAT_AS_CONTENDED)
		public void refusingOrNull() {
			this.ran.add("refusingOrNull");
		}

		@DistributedLock(key = "key", fallback = "fallback", onUnavailable = UnavailablePolicy.TREAT_AS_CONTENDED)
		public void withFallback() {
			this.ran.add("withFallback");
		}

		private void fallback() {
		}

		@DistributedLock(key = "key", fallback = "failingFallback",
				onUnavailable = UnavailablePolicy.TREAT_AS_CONTENDED)
		public void withFailingFallback() {
			this.ran.add("withFailingFallback");
		}

		private void failingFallback() {
			throw new IllegalStateException("fallback");
		}

	}

	/**
	 * Methods whose work ends later.
	 */
	static class Later {

		static final List<Function<Later, CompletableFuture<String>>> CALLS = List.of(
				(later) -> later.stage().toCompletableFuture(), (later) -> later.stageOrNull().toCompletableFuture(),
				(later) -> later.stageOrNothing().toCompletableFuture(),
				(later) -> later.stageWithFallback().toCompletableFuture(), (later) -> later.mono().toFuture(),
				(later) -> later.monoOrNothing().toFuture(), (later) -> later.monoWithFallback().toFuture(),
				(later) -> later.monoWithFailingFallback().toFuture());

		private final List<String> ran = new CopyOnWriteArrayList<>();

		List<String> ran() {
			return this.ran;
		}

		@DistributedLock(key = "key")
		public CompletionStage<String> stage() {
			this.ran.add("stage");
			return CompletableFuture.completedFuture("ran");
		}

		@DistributedLock(key = "key", failStrategy = LockFailStrategy.RETURN_NULL)
		public CompletionStage<String> stageOrNull() {
			this.ran.add("stageOrNull");
			return CompletableFuture.completedFuture("ran");
		}

		@DistributedLock(key = "key", failStrategy = LockFailStrategy.SKIP,
				onUnavailable = UnavailablePolicy.TREAT_AS_CONTENDED)
		public CompletionStage<String> stageOrNothing() {
			this.ran.add("stageOrNothing");
			return CompletableFuture.completedFuture("ran");
		}

		@DistributedLock(key = "key", fallback = "elseStage", onUnavailable = UnavailablePolicy.TREAT_AS_CONTENDED)
		public CompletionStage<String> stageWithFallback() {
			this.ran.add("stageWithFallback");
			return CompletableFuture.completedFuture("ran");
		}

		private CompletionStage<String> elseStage() {
			return CompletableFuture.completedFuture("else");
		}

		@DistributedLock(key = "key")
		public Mono<String> mono() {
			this.ran.add("mono");
			return Mono.just("ran");
		}

		@DistributedLock(key = "key", failStrategy = LockFailStrategy.SKIP,
				onUnavailable = UnavailablePolicy.TREAT_AS_CONTENDED)
		public Mono<String> monoOrNothing() {
			this.ran.add("monoOrNothing");
			return Mono.just("ran");
		}

		@DistributedLock(key = "key", fallback = "elseMono", onUnavailable = UnavailablePolicy.TREAT_AS_CONTENDED)
		public Mono<String> monoWithFallback() {
			this.ran.add("monoWithFallback");
			return Mono.just("ran");
		}

		private Mono<String> elseMono() {
			return Mono.just("else");
		}

		@DistributedLock(key = "key", fallback = "failingMono", onUnavailable = UnavailablePolicy.TREAT_AS_CONTENDED)
		public Mono<String> monoWithFailingFallback() {
			this.ran.add("monoWithFailingFallback");
			return Mono.just("ran");
		}

		private Mono<String> failingMono() {
			throw new IllegalStateException("fallback");
		}

	}

	static class Untold {

		private final List<String> ran = new ArrayList<>();

		List<String> ran() {
			return this.ran;
		}

		@DistributedLock(key = "#{#part}", failStrategy = LockFailStrategy.SKIP)
		public void key(@Nullable String part) {
			this.ran.add("key");
		}

		@DistributedLock(key = "key", condition = "#express", failStrategy = LockFailStrategy.SKIP)
		public void condition(@Nullable Boolean express) {
			this.ran.add("condition");
		}

	}

}
