package io.github.lockstarter.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockFailureHandler;
import io.github.lockstarter.LockFailureHandler.Answer;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.UnavailablePolicy;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.testing.LogCapture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
@ExtendWith(LogCapture.class)
class WebRefusalsTests {

	private static final Duration SOON = Duration.ofSeconds(20);

	private static final List<Class<? extends Shop<?>>> SHOPS = List.of(Callables.class, DeferredResults.class,
			WebAsyncTasks.class, Streams.class, Emitters.class, Entities.class);

	private static final AtomicReference<Answer> handled = new AtomicReference<>(Answer.NONE);

	@RegisterExtension
	static final SharedContext context = context();

	@RegisterExtension
	static final SharedContext unavailable = context();

	private static SharedContext context() {
		SharedContext all = SharedContext.with(LockWebAutoConfiguration.class)
			.withBeans(SHOPS)
			.withBean(LockFailureHandler.class, (failure) -> handled.get());
		SHOPS.forEach((type) -> all
			.withProperty("distributed-lock.locks." + type.getSimpleName() + ".skipped.fail-strategy=skip"));
		return all;
	}

	@BeforeAll
	static void closeTheClient() {
		unavailable.bean(DefaultLockClient.class).close();
	}

	@AfterEach
	void handleNothingAnyMore() {
		handled.set(Answer.NONE);
	}

	@ParameterizedTest
	@ValueSource(classes = { Callables.class, DeferredResults.class, WebAsyncTasks.class, Streams.class, Emitters.class,
			Entities.class })
	void aRefusalIsForTheExceptionHandler(Class<? extends Shop<?>> type) throws Exception {
		whileHeld(type, (mvc) -> assertThat(answer(mvc, "/failing")).isEqualTo("busy"));
	}

	@ParameterizedTest
	@ValueSource(classes = { Callables.class, DeferredResults.class, WebAsyncTasks.class, Streams.class, Emitters.class,
			Entities.class })
	void whatIsSkippedIsAnEmptyAnswer(Class<? extends Shop<?>> type) throws Exception {
		whileHeld(type, (mvc) -> assertThat(answer(mvc, "/skipped")).isEmpty());
	}

	@ParameterizedTest
	@ValueSource(classes = { Callables.class, DeferredResults.class, WebAsyncTasks.class, Streams.class, Emitters.class,
			Entities.class })
	void aFallbackIsOfTheSameType(Class<? extends Shop<?>> type) throws Exception {
		whileHeld(type, (mvc) -> assertThat(answer(mvc, "/else")).contains("else"));
	}

	@ParameterizedTest
	@ValueSource(classes = { Callables.class, DeferredResults.class, WebAsyncTasks.class, Streams.class, Emitters.class,
			Entities.class })
	void aHandlerAnswersWithTheSameType(Class<? extends Shop<?>> type) throws Exception {
		handled.set(Answer.of(context.bean(type).result("handled")));
		whileHeld(type, (mvc) -> assertThat(answer(mvc, "/failing")).contains("handled"));
	}

	@ParameterizedTest
	@ValueSource(classes = { Callables.class, DeferredResults.class, WebAsyncTasks.class })
	void aHandlerAnswersWithAValue(Class<? extends Shop<?>> type) throws Exception {
		handled.set(Answer.of("handled"));
		whileHeld(type, (mvc) -> assertThat(answer(mvc, "/failing")).isEqualTo("handled"));
	}

	@ParameterizedTest
	@ValueSource(classes = { Streams.class, Emitters.class, Entities.class })
	void aValueOfAHandlerIsRefusedWhereNoneIsReturned(Class<? extends Shop<?>> type) throws Exception {
		handled.set(Answer.of("handled"));
		whileHeld(type, (mvc) -> assertThat(answer(mvc, "/failing")).contains("answered with a java.lang.String for")
			.contains("let it answer with what that method returns"));
	}

	@ParameterizedTest
	@ValueSource(classes = { Callables.class, DeferredResults.class, WebAsyncTasks.class, Streams.class, Emitters.class,
			Entities.class })
	void anUnavailableStoreIsARefusalIfThatIsThePolicy(Class<? extends Shop<?>> type) throws Exception {
		assertThat(answer(mvc(unavailable.bean(type)), "/skipped")).isEmpty();
	}

	private static void whileHeld(Class<? extends Shop<?>> type, Check check) throws Exception {
		MockMvc mvc = mvc(context.bean(type));
		try (LockHandle held = context.bean(LockClient.class).lock("key").acquire().detach()) {
			check.of(mvc);
			assertThat(held.isValid()).isTrue();
		}
		assertThat(answer(mvc, "/failing")).contains("done");
		assertThat(answer(mvc, "/skipped")).contains("done");
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

		@GetMapping("/failing")
		@DistributedLock(key = "key", waitTime = 0)
		public R failing() {
			return result("done");
		}

		@GetMapping("/skipped")
		@DistributedLock(key = "key", waitTime = 0, onUnavailable = UnavailablePolicy.TREAT_AS_CONTENDED)
		public R skipped() {
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
