package io.github.lockstarter.aop;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.DistributedLock.LockFailStrategy;
import io.github.lockstarter.LockException;
import io.github.lockstarter.LockFailure;
import io.github.lockstarter.LockFailureHandler;
import io.github.lockstarter.LockFailureHandler.Answer;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockOutcome;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.UnavailablePolicy;
import io.github.lockstarter.testing.CapturedLog;
import io.github.lockstarter.testing.LogCapture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for {@link UnavailablePolicy} on annotated methods.
 */
@ExtendWith(LogCapture.class)
class UnavailablePolicyTests {

	private static final LockUnavailableException FAILURE = new LockUnavailableException("key", Duration.ofMillis(456),
			new IllegalStateException("LOADING"));

	private final List<LockFailure> asked = new ArrayList<>();

	@Test
	void failsByDefaultAndAsksNobody(CapturedLog output) {
		with(runner(Answer.of("handler")), Failing.class, (bean) -> {
			assertThat(catchThrowable(bean::plain)).isSameAs(FAILURE);
			assertThat(catchThrowable(bean::withFallback)).isSameAs(FAILURE);
			assertThat(catchThrowable(bean::orNull)).isSameAs(FAILURE);
			assertThat(catchThrowable(bean::orEmpty)).isSameAs(FAILURE);
		});
		assertThat(this.asked).isEmpty();
		assertThat(output).doesNotContain("was not run");
	}

	@Test
	void treatAsContendedCallsTheFallback(CapturedLog output) {
		with(runner(Answer.of("handler")), TreatingAsContended.class,
				(bean) -> assertThat(bean.withFallback()).isEqualTo("fallback: " + FAILURE));
		assertThat(this.asked).isEmpty();
		assertWarned(output, "TreatingAsContended.withFallback was not run, but its fallback 'fallback'");
	}

	@Test
	void treatAsContendedAsksTheHandlers(CapturedLog output) {
		with(runner(Answer.of("handler")), TreatingAsContended.class,
				(bean) -> assertThat(bean.plain()).isEqualTo("handler"));
		assertThat(this.asked).singleElement().satisfies((failure) -> {
			assertThat(failure.outcome()).isEqualTo(LockOutcome.UNAVAILABLE);
			assertThat(failure.waited()).hasMillis(456);
			assertThat(failure.exception()).isSameAs(FAILURE);
		});
		assertWarned(output, "TreatingAsContended.plain was not run and returns the answer of a LockFailureHandler");
	}

	@Test
	void treatAsContendedAppliesTheFailStrategies(CapturedLog output) {
		with(runner(Answer.NONE), TreatingAsContended.class, (bean) -> {
			assertThat(catchThrowable(bean::plain)).isSameAs(FAILURE);
			assertThat(output).doesNotContain("was not run");
			assertThat(bean.orNull()).isNull();
			assertWarned(output, "TreatingAsContended.orNull was not run and returns null");
			assertThat(bean.orEmpty()).isEmpty();
		});
		assertThat(output.toString().lines().filter((line) -> line.contains("WARN"))).hasSize(2)
			.last()
			.asString()
			.contains("TreatingAsContended.orEmpty was not run and returns Optional.empty");
	}

	@Test
	void theSettingsBeatTheAnnotation() {
		ApplicationContextRunner treatingAsContended = runner(Answer.NONE).withBean(LockSettings.class,
				() -> settings("Failing.orNull", UnavailablePolicy.TREAT_AS_CONTENDED));
		with(treatingAsContended, Failing.class, (bean) -> {
			assertThat(bean.orNull()).isNull();
			assertThat(catchThrowable(bean::orEmpty)).isSameAs(FAILURE);
		});
		ApplicationContextRunner failing = runner(Answer.NONE).withBean(LockSettings.class,
				() -> settings("TreatingAsContended.orNull", UnavailablePolicy.FAIL));
		with(failing, TreatingAsContended.class, (bean) -> {
			assertThat(catchThrowable(bean::orNull)).isSameAs(FAILURE);
			assertThat(bean.orEmpty()).isEmpty();
		});
	}

	@Test
	void theSettingsOfAllLocksApplyWhereTheAnnotationSaysNothing() {
		LockSettings settings = new LockSettings(
				LockOptions.NONE.with(LockOption.ON_UNAVAILABLE, UnavailablePolicy.TREAT_AS_CONTENDED), Map.of());
		with(runner(Answer.NONE).withBean(LockSettings.class, () -> settings), Default.class,
				(bean) -> assertThat(bean.orNull()).isNull());
	}

	@Test
	void doesNotTakeALockThatTheBodyMissedForItsOwn() {
		LockContexts.with(Nesting.class, (bean, client) -> {
			assertThat(catchThrowable(() -> bean.run(FAILURE))).isSameAs(FAILURE);
			assertThat(client.events).containsExactly("acquire", "release");
		});
	}

	private static LockSettings settings(String name, UnavailablePolicy policy) {
		return new LockSettings(LockOptions.NONE,
				Map.of(name, LockOptions.NONE.with(LockOption.ON_UNAVAILABLE, policy)));
	}

	private static void assertWarned(CapturedLog output, String end) {
		assertThat(output.toString().lines().filter((line) -> line.contains("WARN"))).singleElement()
			.asString()
			.contains(
					"with key 'key' was not acquired within 456 ms. The store of lock 'key' is unavailable (LOADING). "
							+ UnavailablePolicyTests.class.getName() + "$")
			.endsWith(end);
	}

	private ApplicationContextRunner runner(Answer answer) {
		return LockContexts.runner().withBean(LockFailureHandler.class, () -> (failure) -> {
			this.asked.add(failure);
			return answer;
		});
	}

	private static <T> void with(ApplicationContextRunner runner, Class<T> type, Use<T> use) {
		runner.withBean(type).run((context) -> {
			RecordingLockClient client = context.getBean(RecordingLockClient.class);
			client.refuse(() -> FAILURE);
			use.accept(context.getBean(type));
			assertThat(client.events).containsOnly("refuse");
		});
	}

	interface Use<T> {

		void accept(T bean) throws Throwable;

	}

	static class Failing {

		@DistributedLock(key = "key")
		public String plain() {
			return "ran";
		}

		@DistributedLock(key = "key", fallback = "fallback", onUnavailable = UnavailablePolicy.FAIL)
		public String withFallback() {
			return "ran";
		}

		private String fallback() {
			return "fallback";
		}

		@DistributedLock(key = "key", failStrategy = LockFailStrategy.RETURN_NULL)
		public @Nullable String orNull() {
			return "ran";
		}

		@DistributedLock(key = "key", failStrategy = LockFailStrategy.SKIP)
		public Optional<String> orEmpty() {
			return Optional.of("ran");
		}

	}

	@DistributedLock(key = "key", onUnavailable = UnavailablePolicy.TREAT_AS_CONTENDED)
	static class TreatingAsContended {

		public String plain() {
			return "ran";
		}

		@DistributedLock(key = "key", fallback = "fallback", onUnavailable = UnavailablePolicy.TREAT_AS_CONTENDED)
		public String withFallback() {
			return "ran";
		}

		private String fallback(LockException ex) {
			return "fallback: " + ex;
		}

		@DistributedLock(key = "key", failStrategy = LockFailStrategy.RETURN_NULL,
				onUnavailable = UnavailablePolicy.TREAT_AS_CONTENDED)
		public @Nullable String orNull() {
			return "ran";
		}

		@DistributedLock(key = "key", failStrategy = LockFailStrategy.SKIP,
				onUnavailable = UnavailablePolicy.TREAT_AS_CONTENDED)
		public Optional<String> orEmpty() {
			return Optional.of("ran");
		}

	}

	static class Default {

		@DistributedLock(key = "key", failStrategy = LockFailStrategy.RETURN_NULL)
		public @Nullable String orNull() {
			return "ran";
		}

	}

	static class Nesting {

		@DistributedLock(key = "key", failStrategy = LockFailStrategy.RETURN_NULL,
				onUnavailable = UnavailablePolicy.TREAT_AS_CONTENDED)
		public @Nullable String run(RuntimeException failure) {
			throw failure;
		}

	}

}
