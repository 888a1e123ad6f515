package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicReference;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.DistributedLock.LockFailStrategy;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockFailureHandler;
import io.github.lockstarter.LockFailureHandler.Answer;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.UnavailablePolicy;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.testing.LogCapture;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Single;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.FlowAdapters;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.ReactiveAdapterRegistry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for what annotated methods give whose work ends later, if they don't obtain the
 * lock: each type in the same way.
 */
@ExtendWith(LogCapture.class)
class AsynchronousRefusalsTests {

	private static final Duration SOON = Duration.ofSeconds(20);

	private static final String SKIPPED = "distributed-lock.locks.%s.skipped.fail-strategy=%s";

	private static final List<Class<? extends Work<?>>> WORK = List.of(Stages.class, Callables.class, Monos.class,
			Fluxes.class, PublishersOfTheJdk.class, Flowables.class, Observables.class, Maybes.class, Singles.class,
			Completables.class);

	private static final AtomicReference<Answer> handled = new AtomicReference<>(Answer.NONE);

	@RegisterExtension
	static final SharedContext context = context().withBeans(List.of(OptionalSingles.class));

	@RegisterExtension
	static final SharedContext unavailable = context();

	private static SharedContext context() {
		SharedContext all = SharedContext.with(LockReactiveAutoConfiguration.class)
			.withBeans(WORK)
			.withBean(LockFailureHandler.class, (failure) -> handled.get());
		WORK.stream()
			.filter((type) -> type != Singles.class)
			.forEach((type) -> all.withProperty(SKIPPED.formatted(type.getSimpleName(), "skip")));
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
	@ValueSource(classes = { Stages.class, Callables.class, Monos.class, Fluxes.class, PublishersOfTheJdk.class,
			Flowables.class, Observables.class, Maybes.class, Singles.class, Completables.class })
	void aRefusalFailsTheResult(Class<? extends Work<?>> type) {
		whileHeld(type, (work) -> assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> {
			throw failure(work.failing());
		}));
	}

	@ParameterizedTest
	@ValueSource(classes = { Stages.class, Callables.class, Monos.class, Fluxes.class, PublishersOfTheJdk.class,
			Flowables.class, Observables.class, Maybes.class, Completables.class })
	void whatIsSkippedIsEmpty(Class<? extends Work<?>> type) {
		whileHeld(type, (work) -> assertThat(values(work.skipped())).isEmpty());
	}

	@ParameterizedTest
	@ValueSource(classes = { Stages.class, Callables.class, Monos.class, Fluxes.class, PublishersOfTheJdk.class,
			Flowables.class, Observables.class, Maybes.class, Singles.class })
	void aFallbackIsOfTheSameType(Class<? extends Work<?>> type) {
		whileHeld(type, (work) -> assertThat(values(work.orElse())).containsExactly("else"));
	}

	@ParameterizedTest
	@ValueSource(classes = { Stages.class, Callables.class, Monos.class, Fluxes.class, PublishersOfTheJdk.class,
			Flowables.class, Observables.class, Maybes.class, Singles.class })
	void aHandlerAnswersWithTheSameTypeOrWithAValue(Class<? extends Work<?>> type) {
		for (Object answer : List.of(context.bean(type).result("handled"), "handled")) {
			handled.set(Answer.of(answer));
			whileHeld(type, (work) -> assertThat(values(work.failing())).containsExactly("handled"));
		}
	}

	@ParameterizedTest
	@ValueSource(classes = { Stages.class, Callables.class, Monos.class, Fluxes.class, PublishersOfTheJdk.class,
			Flowables.class, Observables.class, Maybes.class, Completables.class })
	void anUnavailableStoreIsARefusalIfThatIsThePolicy(Class<? extends Work<?>> type) {
		Work<?> work = unavailable.bean(type);
		assertThat(values(work.skipped())).isEmpty();
		assertThat(values(work.orElse())).isEqualTo(values(work.result("else")));
	}

	@ParameterizedTest
	@ValueSource(strings = { "SKIP", "RETURN_NULL" })
	void aTypeThatIsNeverEmptyIsRefusedAtStartUp(String strategy) {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, LockAopAutoConfiguration.class,
					LockReactiveAutoConfiguration.class, AopAutoConfiguration.class))
			.withPropertyValues("distributed-lock.store=memory", SKIPPED.formatted("Singles", strategy))
			.withBean(Singles.class)
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("Singles.skipped")
				.hasMessageContaining(
						strategy + ", but it returns io.reactivex.rxjava3.core.Single, which has no empty form")
				.hasMessageContaining("fallback"));
	}

	@Test
	void aTypeThatIsNeverEmptyEndsWithTheEmptyFormOfItsValue() {
		whileHeld(OptionalSingles.class,
				(work) -> assertThat(values(work.skipped())).containsExactly(Optional.empty()));
	}

	@Test
	void aHandlerGivesNoNullForATypeThatIsNeverEmpty() {
		handled.set(Answer.of(null));
		whileHeld(Singles.class, (work) -> assertThatIllegalStateException().isThrownBy(() -> {
			throw failure(work.failing());
		}).withMessageContaining("answered with null for"));
	}

	@Test
	void aHandlerGivesNoValueForATypeThatHasNone() {
		handled.set(Answer.of("handled"));
		whileHeld(Completables.class, (work) -> assertThatIllegalStateException().isThrownBy(() -> {
			throw failure(work.failing());
		}).withMessageContaining("answered with a java.lang.String for"));
	}

	private static <T> void whileHeld(Class<T> type, Check<T> check) {
		T work = context.bean(type);
		try (LockHandle held = context.bean(LockClient.class).lock("key").acquire().detach()) {
			check.of(work);
			assertThat(held.isValid()).isTrue();
		}
		if (work instanceof Work<?> each) {
			assertThat(values(each.failing())).isEqualTo(values(each.result("done")));
			assertThat(values(each.skipped())).isEqualTo(values(each.result("done")));
		}
	}

	private static List<Object> values(Object result) {
		return flux(result).collectList().blockOptional(SOON).orElseThrow();
	}

	private static Throwable failure(Object result) {
		return Objects.requireNonNull(flux(result).then(Mono.<Throwable>empty()).onErrorResume(Mono::just).block(SOON),
				"succeeded");
	}

	private static Flux<Object> flux(Object result) {
		return (result instanceof Callable<?> callable) ? Mono.<Object>fromCallable(callable::call).flux()
				: Flux.from(Objects
					.requireNonNull(ReactiveAdapterRegistry.getSharedInstance().getAdapter(result.getClass(), result))
					.toPublisher(result));
	}

	interface Check<T> {

		void of(T work);

	}

	abstract static class Work<R> {

		abstract R result(String value);

		@DistributedLock(key = "key", waitTime = 0)
		public R failing() {
			return result("done");
		}

		@DistributedLock(key = "key", waitTime = 0, onUnavailable = UnavailablePolicy.TREAT_AS_CONTENDED)
		public R skipped() {
			return result("done");
		}

		@DistributedLock(key = "key", waitTime = 0, fallback = "instead",
				onUnavailable = UnavailablePolicy.TREAT_AS_CONTENDED)
		public R orElse() {
			return result("done");
		}

		R instead() {
			return result("else");
		}

	}

	static class Stages extends Work<CompletionStage<String>> {

		@Override
		CompletionStage<String> result(String value) {
			return CompletableFuture.completedFuture(value);
		}

	}

	static class Callables extends Work<Callable<String>> {

		@Override
		Callable<String> result(String value) {
			return () -> value;
		}

	}

	static class Monos extends Work<Mono<String>> {

		@Override
		Mono<String> result(String value) {
			return Mono.just(value);
		}

	}

	static class Fluxes extends Work<Flux<String>> {

		@Override
		Flux<String> result(String value) {
			return Flux.just(value);
		}

	}

	static class PublishersOfTheJdk extends Work<Flow.Publisher<String>> {

		@Override
		Flow.Publisher<String> result(String value) {
			return FlowAdapters.toFlowPublisher(Flux.just(value));
		}

	}

	static class Flowables extends Work<Flowable<String>> {

		@Override
		Flowable<String> result(String value) {
			return Flowable.just(value);
		}

	}

	static class Observables extends Work<Observable<String>> {

		@Override
		Observable<String> result(String value) {
			return Observable.just(value);
		}

	}

	static class Maybes extends Work<Maybe<String>> {

		@Override
		Maybe<String> result(String value) {
			return Maybe.just(value);
		}

	}

	static class Singles extends Work<Single<String>> {

		@Override
		Single<String> result(String value) {
			return Single.just(value);
		}

	}

	static class Completables extends Work<Completable> {

		@Override
		Completable result(String value) {
			return Completable.complete();
		}

	}

	static class OptionalSingles {

		@DistributedLock(key = "key", waitTime = 0, failStrategy = LockFailStrategy.SKIP)
		public Single<Optional<String>> skipped() {
			return Single.just(Optional.of("done"));
		}

	}

}
