package io.github.lockstarter.aop;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.DistributedLock.LockFailStrategy;
import io.github.lockstarter.LockFailure;
import io.github.lockstarter.LockFailureHandler;
import io.github.lockstarter.LockFailureHandler.Answer;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOutcome;
import io.github.lockstarter.testing.CapturedLog;
import io.github.lockstarter.testing.LogCapture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for {@link LockFailureHandler} beans.
 */
@ExtendWith(LogCapture.class)
class LockFailureHandlerTests {

	@Test
	void givesTheValueThatTheCallReturns() {
		with((failure) -> Answer.of("busy"), (service, client) -> {
			assertThat(service.text()).isEqualTo("busy");
			assertThat(client.events).containsExactly("refuse");
		});
	}

	@Test
	void tellsNullFromNoAnswer() {
		with((failure) -> Answer.of(null), (service, client) -> assertThat(service.text()).isNull());
		with((failure) -> Answer.NONE, (service, client) -> assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(service::text));
	}

	@Test
	void leavesTheRestToTheFailStrategy() {
		with((failure) -> Answer.NONE, (service, client) -> assertThat(service.textOrNull()).isNull());
		with((failure) -> Answer.of("busy"), (service, client) -> assertThat(service.textOrNull()).isEqualTo("busy"));
	}

	@Test
	void isToldWhatFailed() throws Exception {
		List<LockFailure> failures = new ArrayList<>();
		with((failure) -> {
			failures.add(failure);
			return Answer.NONE;
		}, (service, client) -> {
			LockNotAcquiredException refusal = LockNotAcquiredException.exhausted("any", Duration.ofMillis(7),
					Duration.ofSeconds(30), 3);
			client.refuse(() -> refusal);
			assertThat(catchThrowable(() -> service.named("1"))).isSameAs(refusal);
			assertThat(failures)
				.containsExactly(new LockFailure("service", List.of("a-1", "b-1"), LockOutcome.EXHAUSTED,
						Duration.ofMillis(7), Service.class.getMethod("named", String.class), refusal));
		});
	}

	@Test
	void mayThrowTheApplicationsOwnException() {
		for (Exception own : List.of(new IOException("checked and declared"), new IllegalStateException("unchecked"))) {
			with((failure) -> {
				throw own;
			}, (service, client) -> {
				assertThat(catchThrowable(service::text)).isSameAs(own);
				assertThat(client.events).containsExactly("refuse");
			});
		}
	}

	@Test
	void mayNotThrowWhatTheMethodDoesNotDeclare() {
		IOException own = new IOException("checked");
		with((failure) -> {
			throw own;
		}, (service, client) -> assertThatIllegalStateException().isThrownBy(service::number)
			.withMessageContaining(" threw a java.io.IOException, which " + Service.class.getName()
					+ ".number does not declare; let it throw an unchecked exception.")
			.withCause(own));
	}

	@Test
	void theFirstThatGivesAValueWins() {
		LockContexts.runner().withBean(Service.class).withUserConfiguration(OrderedHandlers.class).run((context) -> {
			refuse(context);
			assertThat(context.getBean(Service.class).text()).isEqualTo("second");
			assertThat(context.getBean(OrderedHandlers.class).asked).containsExactly("first", "second");
		});
	}

	@Test
	void isNotAskedWhereThereIsAFallback() {
		with((failure) -> Answer.of("handler"),
				(service, client) -> assertThat(service.withFallback()).isEqualTo("fallback"));
	}

	@Test
	void isNotAskedWhenTheLockWasObtained() {
		runner((failure) -> Answer.of("busy"))
			.run((context) -> assertThat(context.getBean(Service.class).text()).isEqualTo("ran"));
	}

	@Test
	void hasToGiveWhatTheMethodReturns() {
		with((failure) -> Answer.of("busy"), (service, client) -> {
			assertMisfit(service::number, "answered with a java.lang.String for " + Service.class.getName()
					+ ".number; let it answer with what that method returns, int, or Answer.NONE");
			assertMisfit(service::nothing, "answered with a java.lang.String for " + Service.class.getName()
					+ ".nothing; let it answer with what that method returns, void, or Answer.NONE");
			assertThat(service.object()).isEqualTo("busy");
		});
		with((failure) -> Answer.of(null), (service, client) -> {
			assertMisfit(service::number,
					"answered with null for " + Service.class.getName() + ".number; let it answer with");
			service.nothing();
		});
		with((failure) -> Answer.of(-1), (service, client) -> {
			assertThat(service.number()).isEqualTo(-1);
			assertMisfit(service::text, "answered with a java.lang.Integer for");
			assertMisfit(service::resolved, "let it answer with what that method returns, java.lang.String, or");
		});
	}

	@Test
	void hasToAnswer() {
		with((failure) -> noAnswer(),
				(service, client) -> assertMisfit(service::text, "returned null for " + Service.class.getName()
						+ ".text; let it return Answer.NONE to leave the" + " failure to others, or Answer.of(…)."));
	}

	@Test
	void isCreatedWhenTheFirstCallFails() {
		AtomicBoolean created = new AtomicBoolean();
		LockContexts.runner().withBean(Service.class).withBean(LockFailureHandler.class, () -> {
			created.set(true);
			return (failure) -> Answer.of("busy");
		}, (definition) -> definition.setLazyInit(true)).run((context) -> {
			context.getBean(Service.class).text();
			assertThat(created).isFalse();
			refuse(context);
			assertThat(context.getBean(Service.class).text()).isEqualTo("busy");
			assertThat(created).isTrue();
		});
	}

	@Test
	void whatItGaveIsLoggedAtDebug(CapturedLog output) {
		LockContexts.atDebug(() -> with((failure) -> Answer.of("busy"), (service, client) -> service.named("1")));
		assertThat(output.toString().lines().filter((line) -> line.contains("was not run"))).singleElement()
			.asString()
			.contains("DEBUG", "Lock 'service' with keys [a-1, b-1] was not acquired within 123 ms: ",
					"Service.named was not run and returns the answer of a LockFailureHandler");
	}

	private static void assertMisfit(ThrowingCall call, String message) {
		assertThatIllegalStateException().isThrownBy(call::run)
			.withMessageStartingWith("The LockFailureHandler " + LockFailureHandlerTests.class.getName())
			.withMessageContaining(message)
			.withCauseInstanceOf(LockNotAcquiredException.class);
	}

	private static void with(LockFailureHandler handler, LockContexts.Use<Service> use) {
		runner(handler).run((context) -> {
			refuse(context);
			use.accept(context.getBean(Service.class), context.getBean(RecordingLockClient.class));
		});
	}

	private static ApplicationContextRunner runner(LockFailureHandler handler) {
		return LockContexts.runner().withBean(Service.class).withBean(LockFailureHandler.class, () -> handler);
	}

	private static void refuse(AssertableApplicationContext context) {
		context.getBean(RecordingLockClient.class).refuse();
	}

	@SuppressWarnings("NullAway")
	private static Answer noAnswer() {
		return null;
	}

	interface ThrowingCall {

		void run() throws Exception;

	}

	static class Generic<T> {

		@DistributedLock(key = "key")
		public T resolved() {
			throw new IllegalStateException("ran");
		}

	}

	static class Service extends Generic<String> {

		@DistributedLock(key = "key")
		public @Nullable String text() throws IOException {
			return "ran";
		}

		@DistributedLock(key = "key", failStrategy = LockFailStrategy.RETURN_NULL)
		public @Nullable String textOrNull() {
			return "ran";
		}

		@DistributedLock(key = "key")
		public int number() {
			return 1;
		}

		@DistributedLock(key = "key")
		public Object object() {
			return "ran";
		}

		@DistributedLock(key = "key")
		public void nothing() {
		}

		@DistributedLock(key = { "a-#{#id}", "b-#{#id}" }, name = "service")
		public String named(String id) {
			return "ran";
		}

		@DistributedLock(key = "key", fallback = "fallback")
		public String withFallback() {
			return "ran";
		}

		private String fallback() {
			return "fallback";
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OrderedHandlers {

		final List<String> asked = new ArrayList<>();

		@Bean
		@Order(3)
		LockFailureHandler third() {
			return handler("third", Answer.of("third"));
		}

		@Bean
		@Order(1)
		LockFailureHandler first() {
			return handler("first", Answer.NONE);
		}

		@Bean
		@Order(2)
		LockFailureHandler second() {
			return handler("second", Answer.of("second"));
		}

		private LockFailureHandler handler(String name, Answer answer) {
			return (failure) -> {
				this.asked.add(name);
				return answer;
			};
		}

	}

}
