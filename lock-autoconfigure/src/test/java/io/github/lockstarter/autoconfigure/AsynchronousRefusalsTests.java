package io.github.lockstarter.autoconfigure;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.DistributedLock.LockFailStrategy;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockFailureHandler;
import io.github.lockstarter.LockFailureHandler.Answer;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.UnavailablePolicy;
import io.github.lockstarter.core.DefaultLockClient;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.FlowAdapters;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what annotated methods give whose work ends later, if they don't obtain the
 * lock: each type in the same way.
 */
class AsynchronousRefusalsTests {

	private static final Duration SOON = Duration.ofSeconds(20);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, LockAopAutoConfiguration.class,
				LockReactiveAutoConfiguration.class, AopAutoConfiguration.class))
		.withPropertyValues("distributed-lock.store=memory")
		.withBean(Work.class);

	@ParameterizedTest
	@ValueSource(strings = { "stage", "mono", "flux", "publisherOfTheJdk" })
	void whatIsSkippedIsEmpty(String type) {
		whileHeld(this.runner, (work) -> assertThat(values(work, type)).isEmpty());
	}

	@ParameterizedTest
	@ValueSource(strings = { "stageOrElse", "monoOrElse", "fluxOrElse", "publisherOfTheJdkOrElse" })
	void aFallbackIsOfTheSameType(String type) {
		whileHeld(this.runner, (work) -> assertThat(values(work, type)).containsExactly("else"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "stage", "mono", "flux", "publisherOfTheJdk" })
	void aHandlerAnswersWithTheSameType(String type) {
		LockFailureHandler handler = (failure) -> Answer.of(Work.result(type, "handled"));
		whileHeld(this.runner.withBean(LockFailureHandler.class, () -> handler),
				(work) -> assertThat(values(work, type)).containsExactly("handled"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "stage", "mono", "flux", "publisherOfTheJdk" })
	void anUnavailableStoreIsARefusalIfThatIsThePolicy(String type) {
		this.runner.run((context) -> {
			context.getBean(DefaultLockClient.class).close();
			assertThat(values(context.getBean(Work.class), type)).isEmpty();
			assertThat(values(context.getBean(Work.class), type + "OrElse")).containsExactly("else");
		});
	}

	private static void whileHeld(ApplicationContextRunner runner, Check check) {
		runner.run((context) -> {
			try (LockHandle held = context.getBean(LockClient.class).lock("key").acquire().detach()) {
				check.of(context.getBean(Work.class));
				assertThat(held.isValid()).isTrue();
			}
			assertThat(values(context.getBean(Work.class), "flux")).containsExactly("done");
		});
	}

	private static List<Object> values(Work work, String method) {
		Method found = Objects.requireNonNull(ClassUtils.getMethod(Work.class, method));
		ReflectionUtils.makeAccessible(found);
		Object result = Objects.requireNonNull(ReflectionUtils.invokeMethod(found, work));
		return Flux
			.<Object>from(Objects
				.requireNonNull(ReactiveAdapterRegistry.getSharedInstance().getAdapter(found.getReturnType(), result))
				.toPublisher(result))
			.collectList()
			.blockOptional(SOON)
			.orElseThrow();
	}

	interface Check {

		void of(Work work);

	}

	static class Work {

		static Object result(String type, String value) {
			return switch (type) {
				case "stage" -> CompletableFuture.completedFuture(value);
				case "mono" -> Mono.just(value);
				case "flux" -> Flux.just(value);
				default -> FlowAdapters.toFlowPublisher(Flux.just(value));
			};
		}

		@DistributedLock(key = "key", waitTime = 0, failStrategy = LockFailStrategy.SKIP,
				onUnavailable = UnavailablePolicy.REFUSE)
		public CompletionStage<String> stage() {
			return CompletableFuture.completedFuture("done");
		}

		@DistributedLock(key = "key", waitTime = 0, failStrategy = LockFailStrategy.SKIP,
				onUnavailable = UnavailablePolicy.REFUSE)
		public Mono<String> mono() {
			return Mono.just("done");
		}

		@DistributedLock(key = "key", waitTime = 0, failStrategy = LockFailStrategy.SKIP,
				onUnavailable = UnavailablePolicy.REFUSE)
		public Flux<String> flux() {
			return Flux.just("done");
		}

		@DistributedLock(key = "key", waitTime = 0, failStrategy = LockFailStrategy.SKIP,
				onUnavailable = UnavailablePolicy.REFUSE)
		public Flow.Publisher<String> publisherOfTheJdk() {
			return FlowAdapters.toFlowPublisher(Flux.just("done"));
		}

		@DistributedLock(key = "key", waitTime = 0, fallback = "elseStage", onUnavailable = UnavailablePolicy.REFUSE)
		public CompletionStage<String> stageOrElse() {
			return stage();
		}

		@DistributedLock(key = "key", waitTime = 0, fallback = "elseMono", onUnavailable = UnavailablePolicy.REFUSE)
		public Mono<String> monoOrElse() {
			return mono();
		}

		@DistributedLock(key = "key", waitTime = 0, fallback = "elseFlux", onUnavailable = UnavailablePolicy.REFUSE)
		public Flux<String> fluxOrElse() {
			return flux();
		}

		@DistributedLock(key = "key", waitTime = 0, fallback = "elsePublisher",
				onUnavailable = UnavailablePolicy.REFUSE)
		public Flow.Publisher<String> publisherOfTheJdkOrElse() {
			return publisherOfTheJdk();
		}

		CompletionStage<String> elseStage() {
			return CompletableFuture.completedFuture("else");
		}

		Mono<String> elseMono() {
			return Mono.just("else");
		}

		Flux<String> elseFlux() {
			return Flux.just("else");
		}

		Flow.Publisher<String> elsePublisher() {
			return FlowAdapters.toFlowPublisher(Flux.just("else"));
		}

	}

}
