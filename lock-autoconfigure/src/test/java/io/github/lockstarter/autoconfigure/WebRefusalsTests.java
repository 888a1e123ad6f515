package io.github.lockstarter.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockFailureHandler;
import io.github.lockstarter.LockFailureHandler.Answer;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.UnavailablePolicy;
import io.github.lockstarter.core.DefaultLockClient;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.http.ResponseEntity;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.MvcResult;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.asyncDispatch;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

/**
 * Tests for what controllers give that answer later, if they don't obtain the lock: each
 * type in the same way.
 */
class WebRefusalsTests {

	private static final Duration SOON = Duration.ofSeconds(20);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, LockAopAutoConfiguration.class,
				LockWebAutoConfiguration.class, AopAutoConfiguration.class))
		.withPropertyValues("distributed-lock.store=memory");

	@ParameterizedTest
	@ValueSource(classes = { Callables.class, DeferredResults.class, WebAsyncTasks.class, Streams.class, Emitters.class,
			Entities.class })
	void aRefusalIsForTheExceptionHandler(Class<? extends Shop<?>> type) {
		whileHeld(this.runner, type, (mvc) -> assertThat(answer(mvc, "/configured")).isEqualTo("busy"));
	}

	@ParameterizedTest
	@ValueSource(classes = { Callables.class, DeferredResults.class, WebAsyncTasks.class, Streams.class, Emitters.class,
			Entities.class })
	void whatIsSkippedIsAnEmptyAnswer(Class<? extends Shop<?>> type) {
		whileHeld(skipping(type), type, (mvc) -> assertThat(answer(mvc, "/configured")).isEmpty());
	}

	@ParameterizedTest
	@ValueSource(classes = { Callables.class, DeferredResults.class, WebAsyncTasks.class, Streams.class, Emitters.class,
			Entities.class })
	void aFallbackIsOfTheSameType(Class<? extends Shop<?>> type) {
		whileHeld(this.runner, type, (mvc) -> assertThat(answer(mvc, "/else")).contains("else"));
	}

	@ParameterizedTest
	@ValueSource(classes = { Callables.class, DeferredResults.class, WebAsyncTasks.class, Streams.class, Emitters.class,
			Entities.class })
	void aHandlerAnswersWithTheSameType(Class<? extends Shop<?>> type) throws Exception {
		Object answer = type.getDeclaredConstructor().newInstance().result("handled");
		whileHeld(handling(answer), type, (mvc) -> assertThat(answer(mvc, "/configured")).contains("handled"));
	}

	@ParameterizedTest
	@ValueSource(classes = { Callables.class, DeferredResults.class, WebAsyncTasks.class })
	void aHandlerAnswersWithAValue(Class<? extends Shop<?>> type) {
		whileHeld(handling("handled"), type, (mvc) -> assertThat(answer(mvc, "/configured")).isEqualTo("handled"));
	}

	@ParameterizedTest
	@ValueSource(classes = { Streams.class, Emitters.class, Entities.class })
	void aValueOfAHandlerIsRefusedWhereNoneIsReturned(Class<? extends Shop<?>> type) {
		whileHeld(handling("handled"), type,
				(mvc) -> assertThat(answer(mvc, "/configured")).contains("answered with a java.lang.String for")
					.contains("let it answer with what that method returns"));
	}

	@ParameterizedTest
	@ValueSource(classes = { Callables.class, DeferredResults.class, WebAsyncTasks.class, Streams.class, Emitters.class,
			Entities.class })
	void anUnavailableStoreIsARefusalIfThatIsThePolicy(Class<? extends Shop<?>> type) {
		skipping(type).withBean(type).run((context) -> {
			context.getBean(DefaultLockClient.class).close();
			assertThat(answer(mvc(context.getBean(type)), "/configured")).isEmpty();
		});
	}

	private ApplicationContextRunner skipping(Class<?> type) {
		return this.runner
			.withPropertyValues("distributed-lock.locks." + type.getSimpleName() + ".configured.fail-strategy=skip");
	}

	private ApplicationContextRunner handling(Object answer) {
		return this.runner.withBean(LockFailureHandler.class, () -> (failure) -> Answer.of(answer));
	}

	private static void whileHeld(ApplicationContextRunner runner, Class<? extends Shop<?>> type, Check check) {
		runner.withBean(type).run((context) -> {
			MockMvc mvc = mvc(context.getBean(type));
			try (LockHandle held = context.getBean(LockClient.class).lock("key").acquire().detach()) {
				check.of(mvc);
				assertThat(held.isValid()).isTrue();
			}
			assertThat(answer(mvc, "/configured")).contains("done");
		});
	}

	private static MockMvc mvc(Object controller) {
		return MockMvcBuilders.standaloneSetup(controller).build();
	}

	private static String answer(MockMvc mvc, String path) throws Exception {
		MvcResult answered = mvc.perform(get(path)).andReturn();
		if (answered.getRequest().isAsyncStarted()) {
			answered.getAsyncResult(SOON.toMillis());
			answered = mvc.perform(asyncDispatch(answered)).andReturn();
		}
		assertThat(answered.getResponse().getStatus()).isEqualTo(200);
		return answered.getResponse().getContentAsString();
	}

	interface Check {

		void of(MockMvc mvc) throws Exception;

	}

	@RestController
	abstract static class Shop<R> {

		abstract R result(String value);

		@GetMapping("/configured")
		@DistributedLock(key = "key", waitTime = 0, onUnavailable = UnavailablePolicy.REFUSE)
		public R configured() {
			return result("done");
		}

		@GetMapping("/else")
		@DistributedLock(key = "key", waitTime = 0, fallback = "instead")
		public R orElse() {
			return result("done");
		}

		R instead() {
			return result("else");
		}

		@ExceptionHandler
		String busy(LockNotAcquiredException ex) {
			return "busy";
		}

		@ExceptionHandler
		String wrong(IllegalStateException ex) {
			return ex.getMessage();
		}

	}

	static class Callables extends Shop<Callable<String>> {

		@Override
		Callable<String> result(String value) {
			return () -> value;
		}

	}

	static class DeferredResults extends Shop<DeferredResult<String>> {

		@Override
		DeferredResult<String> result(String value) {
			DeferredResult<String> result = new DeferredResult<>();
			result.setResult(value);
			return result;
		}

	}

	static class WebAsyncTasks extends Shop<WebAsyncTask<String>> {

		@Override
		WebAsyncTask<String> result(String value) {
			return new WebAsyncTask<>(() -> value);
		}

	}

	static class Streams extends Shop<StreamingResponseBody> {

		@Override
		StreamingResponseBody result(String value) {
			return (output) -> output.write(value.getBytes(StandardCharsets.UTF_8));
		}

	}

	static class Emitters extends Shop<SseEmitter> {

		@Override
		SseEmitter result(String value) {
			SseEmitter emitter = new SseEmitter();
			try {
				emitter.send(value);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
			emitter.complete();
			return emitter;
		}

	}

	static class Entities extends Shop<ResponseEntity<SseEmitter>> {

		@Override
		ResponseEntity<SseEmitter> result(String value) {
			return ResponseEntity.ok(new Emitters().result(value));
		}

	}

}
