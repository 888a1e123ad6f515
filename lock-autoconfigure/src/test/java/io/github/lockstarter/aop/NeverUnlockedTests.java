package io.github.lockstarter.aop;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
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
import io.github.lockstarter.testing.LogCapture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

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
		LockContexts.runner()
			.withBean(Service.class)
			.withBean(LockFailureHandler.class, () -> (failed) -> answer.get())
			.run((context) -> {
				RecordingLockClient client = context.getBean(RecordingLockClient.class);
				Service service = context.getBean(Service.class);
				assertThat(failures()).allSatisfy((name, failure) -> {
					for (Answer each : List.of(Answer.NONE, Answer.of(null))) {
						answer.set(each);
						client.events.clear();
						client.refuse(failure);
						for (Consumer<Service> call : Service.CALLS) {
							catchThrowable(() -> call.accept(service));
						}
						assertThat(client.events).hasSize(Service.CALLS.size()).containsOnly("refuse");
						assertThat(service.ran()).isEmpty();
					}
				});
			});
	}

	private static Map<String, Supplier<RuntimeException>> failures() {
		Map<String, Supplier<RuntimeException>> failures = new LinkedHashMap<>();
		failures.put("timed out", () -> new LockNotAcquiredException("key", WAITED, LEASE));
		failures.put("exhausted", () -> LockNotAcquiredException.exhausted("key", WAITED, LEASE, 3));
		failures.put("crowded", () -> LockNotAcquiredException.crowded("key", WAITED, LEASE, 3));
		failures.put("unavailable", () -> new LockUnavailableException("key", WAITED, null));
		failures.put("interrupted", () -> new LockInterruptedException("key", WAITED, new InterruptedException()));
		failures.put("lost", () -> new LockLostException("key", 1));
		failures.put("unexpected", () -> new IllegalStateException("unexpected"));
		return failures;
	}

	@Test
	void runsNoMethodWhenAHandlerFails() {
		LockContexts.runner().withBean(Service.class).withBean(LockFailureHandler.class, () -> (failure) -> {
			throw new IllegalArgumentException("handler");
		}).run((context) -> {
			context.getBean(RecordingLockClient.class).refuse();
			Service service = context.getBean(Service.class);
			Service.CALLS.forEach((call) -> catchThrowable(() -> call.accept(service)));
			assertThat(service.ran()).isEmpty();
		});
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

		@DistributedLock(key = "key", onUnavailable = UnavailablePolicy.REFUSE)
		public void refusing() {
			this.ran.add("refusing");
		}

		@DistributedLock(key = "key", failStrategy = LockFailStrategy.SKIP, onUnavailable = UnavailablePolicy.REFUSE)
		public void refusingOrNull() {
			this.ran.add("refusingOrNull");
		}

		@DistributedLock(key = "key", fallback = "fallback", onUnavailable = UnavailablePolicy.REFUSE)
		public void withFallback() {
			this.ran.add("withFallback");
		}

		private void fallback() {
		}

		@DistributedLock(key = "key", fallback = "failingFallback", onUnavailable = UnavailablePolicy.REFUSE)
		public void withFailingFallback() {
			this.ran.add("withFailingFallback");
		}

		private void failingFallback() {
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
