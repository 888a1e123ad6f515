package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.DistributedLock.LockFailStrategy;
import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockDefinitionException;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockUpgradeException;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.reactive.ReactiveLockContext;
import io.github.lockstarter.testing.LogCapture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.FlowAdapters;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.http.ResponseEntity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for annotated methods that return publishers.
 */
@ExtendWith(LogCapture.class)
@Timeout(60)
class ReactiveMethodsTests {

	private static final Duration SOON = Duration.ofSeconds(20);

	@RegisterExtension
	static final SharedContext context = SharedContext.with(LockReactiveAutoConfiguration.class)
		.withBeans(List.of(Work.class));

	private final Sinks.One<String> work = Sinks.one();

	private final LockAdmin admin = context.bean(LockAdmin.class);

	private void with(BiConsumer<Work, LockClient> check) {
		LockClient locks = context.bean(LockClient.class);
		try {
			check.accept(context.bean(Work.class), locks);
			await().until(() -> !isHeld(locks) && locks.lock("key").inspect().waiters() == 0);
		}
		finally {
			this.admin.forceRelease("key");
		}
	}

	private void lose() {
		assertThat(this.admin.forceRelease("key")).isTrue();
	}

	private static boolean isHeld(LockClient locks) {
		return locks.lock("key").inspect().held();
	}

	@Test
	void holdsTheLockFromTheSubscriptionToTheEnd() {
		with((bean, locks) -> {
			Mono<String> mono = bean.mono(this.work::asMono);
			assertThat(isHeld(locks)).isFalse();
			CompletableFuture<String> result = mono.toFuture();
			await().until(() -> isHeld(locks));
			this.work.tryEmitValue("done").orThrow();
			assertThat(result).succeedsWithin(SOON).isEqualTo("done");
			assertThat(isHeld(locks)).isFalse();
		});
	}

	@Test
	void takesTheLockForEachSubscriptionAnew() {
		with((bean, locks) -> {
			AtomicInteger calls = new AtomicInteger();
			Mono<Integer> mono = bean.count(() -> Mono.fromCallable(calls::incrementAndGet));
			assertThat(mono.repeat(2).collectList().block(SOON)).containsExactly(1, 2, 3);
			assertThat(bean.tokens()).hasSize(3).isSorted().doesNotHaveDuplicates();
		});
	}

	@Test
	void passesValuesOnWhileTheLockIsHeld() {
		with((bean, locks) -> {
			Sinks.Many<Integer> numbers = Sinks.many().unicast().onBackpressureBuffer();
			List<Integer> seen = new ArrayList<>();
			CompletableFuture<Void> end = bean.flux(numbers::asFlux).doOnNext(seen::add).then().toFuture();
			numbers.tryEmitNext(1).orThrow();
			await().until(() -> seen.size() == 1);
			assertThat(isHeld(locks)).isTrue();
			numbers.tryEmitNext(2).orThrow();
			numbers.tryEmitComplete().orThrow();
			assertThat(end).succeedsWithin(SOON);
			assertThat(seen).containsExactly(1, 2);
			assertThat(isHeld(locks)).isFalse();
		});
	}

	@Test
	void holdsPublishersOfOtherLibraries() {
		with((bean, locks) -> {
			List<Integer> seen = Flux.from(FlowAdapters.toPublisher(bean.ofTheJdk())).collectList().block(SOON);
			assertThat(seen).containsExactly(1, 2, 3);
			assertThat(bean.tokens()).hasSize(1);
		});
	}

	@Test
	void releasesTheLockWhenTheWorkFails() {
		with((bean, locks) -> {
			Mono<String> failing = bean.mono(() -> Mono.error(new IllegalArgumentException("work")));
			assertThatIllegalArgumentException().isThrownBy(() -> failing.block(SOON)).withMessage("work");
			assertThat(isHeld(locks)).isFalse();
			Mono<String> throwing = bean.mono(() -> {
				throw new IllegalArgumentException("method");
			});
			assertThatIllegalArgumentException().isThrownBy(() -> throwing.block(SOON)).withMessage("method");
			assertThat(isHeld(locks)).isFalse();
		});
	}

	@Test
	void saysThatAMethodReturnedNoPublisher() {
		with((bean, locks) -> assertThatIllegalStateException().isThrownBy(() -> bean.mono(() -> null).block(SOON))
			.withMessageContaining("returned null"));
	}

	@Test
	void failsAPublisherThatEmitsLaterWork() {
		with((bean, locks) -> {
			for (Object later : List.of(Flux.just("a"), Stream.of("a"), CompletableFuture.completedFuture("a"),
					ResponseEntity.ok(Flux.just("a")))) {
				assertThatIllegalStateException().isThrownBy(() -> bean.anything(later).block(SOON))
					.withMessageContaining("whose work is done later");
				assertThat(isHeld(locks)).isFalse();
			}
			assertThat(bean.anything(List.of("a")).block(SOON)).isEqualTo(List.of("a"));
		});
	}

	@ParameterizedTest
	@ValueSource(classes = { OfEntityOfFlux.class, OfFlux.class, OfFluxInFuture.class, OfBlockingStream.class })
	void refusesAPublisherOfLaterWork(Class<?> type) {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, LockAopAutoConfiguration.class,
					LockReactiveAutoConfiguration.class, AopAutoConfiguration.class))
			.withPropertyValues("distributed-lock.store=memory")
			.withBean(type)
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(LockDefinitionException.class)
				.hasMessageContaining("whose work is done later"));
	}

	@Test
	void releasesTheLockWhenTheSubscriptionIsCancelled() {
		with((bean, locks) -> {
			AtomicBoolean cancelled = new AtomicBoolean();
			Disposable subscription = bean.mono(() -> this.work.asMono().doOnCancel(() -> cancelled.set(true)))
				.subscribe();
			await().until(() -> this.work.currentSubscriberCount() > 0);
			assertThat(isHeld(locks)).isTrue();
			subscription.dispose();
			await().until(() -> !isHeld(locks));
			assertThat(cancelled).isTrue();
		});
	}

	@Test
	void releasesTheLockWhenTheTimeIsUp() {
		with((bean, locks) -> {
			Mono<String> slow = bean.mono(this.work::asMono).timeout(Duration.ofMillis(100)).onErrorReturn("late");
			assertThat(slow.block(SOON)).isEqualTo("late");
			await().until(() -> !isHeld(locks));
		});
	}

	@Test
	void aCancelledWaitGivesUpItsPlace() {
		with((bean, locks) -> {
			LockHandle held = locks.lock("key").acquire().detach();
			Disposable waiting = bean.mono(() -> Mono.just("done")).subscribe();
			waiting.dispose();
			held.close();
			await().until(() -> !isHeld(locks));
			assertThat(bean.tokens()).isEmpty();
		});
	}

	@Test
	void blocksNoThreadWhileItWaits() {
		with((bean, locks) -> {
			LockHandle held = locks.lock("key").acquire().detach();
			AtomicInteger inside = new AtomicInteger();
			AtomicInteger most = new AtomicInteger();
			int served = 50;
			int threads = Thread.activeCount();
			List<CompletableFuture<Integer>> waiting = IntStream.range(0, 2_000)
				.mapToObj((number) -> bean.patient(() -> Mono.fromSupplier(() -> {
					most.accumulateAndGet(inside.incrementAndGet(), Math::max);
					return number;
				}).subscribeOn(Schedulers.parallel()).doOnTerminate(inside::decrementAndGet)).toFuture())
				.toList();
			try {
				await().until(() -> this.admin.waiting().size() == waiting.size());
				assertThat(Thread.activeCount() - threads).isLessThan(100);
			}
			finally {
				waiting.stream().skip(served).forEach((each) -> each.cancel(true));
			}
			held.close();
			assertThat(waiting.subList(0, served)).allSatisfy((each) -> assertThat(each).succeedsWithin(SOON));
			assertThat(most).hasValue(1);
		});
	}

	@Test
	void failsIfTheLockIsNotAcquired() {
		with((bean, locks) -> whileHeld(locks, () -> {
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> bean.impatient("a").block(SOON));
			assertThat(bean.skipping("a").hasElement().block(SOON)).isFalse();
			assertThat(bean.withFallback("a").block(SOON)).isEqualTo("no a");
			assertThat(bean.tokens()).isEmpty();
		}));
	}

	private static void whileHeld(LockClient locks, Runnable test) {
		LockHandle held = locks.lock("key").acquire().detach();
		try {
			test.run();
		}
		finally {
			held.close();
		}
	}

	@Test
	void aPipelineEntersAgainWhatItHolds() {
		with((bean, locks) -> {
			Mono<String> nested = bean.mono(() -> bean.impatient("inner")
				.publishOn(Schedulers.parallel())
				.flatMap((inner) -> bean.impatient(inner + " again")));
			assertThat(nested.block(SOON)).isEqualTo("inner again");
		});
	}

	@Test
	void aPipelineThatIsSubscribedUnderALockEntersItAgain() {
		with((bean, locks) -> locks.lock("key")
			.run(() -> assertThat(bean.impatient("inner").block(SOON)).isEqualTo("inner")));
	}

	@Test
	void aPipelineTakesOnlyTheKeysThatItDoesNotHold() {
		with((bean, locks) -> assertThat(bean.mono(() -> bean.both("a")).block(SOON)).isEqualTo("a"));
	}

	@Test
	void aPipelineThatReadsIsNoPlaceToWriteFrom() {
		with((bean, locks) -> {
			assertThatExceptionOfType(LockUpgradeException.class)
				.isThrownBy(() -> bean.reading(() -> bean.impatient("a")).block(SOON));
			assertThat(bean.mono(() -> bean.reading(() -> Mono.just("b"))).block(SOON)).isEqualTo("b");
		});
	}

	@Test
	void aPipelineEntersAgainByMethodsThatBlockAndByFutures() {
		with((bean, locks) -> {
			Mono<String> nested = bean.mono(() -> Mono.just("inner")
				.publishOn(Schedulers.boundedElastic())
				.handle((inner, sink) -> sink.next(bean.blocking(inner) + bean.future(inner).join()
						+ locks.lock("key").waitTime(Duration.ZERO).call(() -> "client"))));
			assertThat(nested.block(SOON)).isEqualTo("innerinnerclient");
		});
	}

	@Test
	void aPipelineDoesNotEnterAgainWhereThatIsOff() {
		with((bean, locks) -> assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> bean.mono(() -> bean.once("a")).block(SOON))
			.withMessageContaining("'reentrant' is off"));
	}

	@Test
	void aPipelineWithOnePermitIsNoPlaceToTakeTwoFrom() {
		with((bean, locks) -> {
			assertThat(bean.twoPermits(() -> bean.onePermit(() -> Mono.just("a"))).block(SOON)).isEqualTo("a");
			assertThatExceptionOfType(LockUpgradeException.class)
				.isThrownBy(() -> bean.onePermit(() -> bean.twoPermits(() -> Mono.just("b"))).block(SOON));
		});
	}

	@Test
	void aLongerLeaseWithinAPipelineExtendsTheLease() {
		with((bean, locks) -> {
			Mono<Duration> remaining = bean
				.remaining(() -> bean.longer("a").then(ReactiveLockContext.current()).map(LockHandle::remaining));
			assertThat(remaining.block(SOON)).isGreaterThan(Duration.ofMinutes(4));
		});
	}

	@Test
	void theContextKnowsTheLock() {
		with((bean, locks) -> {
			Mono<List<String>> keys = bean.keys(() -> Mono.just("go")
				.publishOn(Schedulers.boundedElastic())
				.flatMap((go) -> ReactiveLockContext.assertHeld("key"))
				.map(LockHandle::keys));
			assertThat(keys.block(SOON)).containsExactly("key");
			assertThatIllegalStateException().isThrownBy(() -> ReactiveLockContext.current().block(SOON))
				.withMessageContaining("runs under no lock");
			assertThatIllegalStateException().isThrownBy(() -> ReactiveLockContext.assertHeld("key").block(SOON));
		});
	}

	@Test
	void theMethodItselfRunsUnderTheLock() {
		with((bean, locks) -> assertThat(bean.keys(() -> Mono.just(LockContext.current().keys())).block(SOON))
			.containsExactly("key"));
	}

	@Test
	void failsAtTheEndIfTheLockWasLost() {
		with((bean, locks) -> {
			CompletableFuture<String> result = bean.failing(this.work::asMono).toFuture();
			await().until(() -> bean.handles().size() == 1);
			lose();
			await().until(bean.handles().get(0)::isLost);
			assertThat(result).isNotDone();
			this.work.tryEmitValue("done").orThrow();
			assertThat(result).failsWithin(SOON).withThrowableThat().withCauseInstanceOf(LockLostException.class);
		});
	}

	@Test
	void cancelsTheWorkAtOnceIfTheLockIsLost() {
		with((bean, locks) -> {
			AtomicBoolean cancelled = new AtomicBoolean();
			CompletableFuture<String> result = bean
				.interrupting(() -> this.work.asMono().doOnCancel(() -> cancelled.set(true)))
				.toFuture();
			await().until(() -> this.work.currentSubscriberCount() > 0);
			lose();
			assertThat(result).failsWithin(SOON).withThrowableThat().withCauseInstanceOf(LockLostException.class);
			await().untilTrue(cancelled);
		});
	}

	@Test
	void nobodyIsLeftOutWhenSubscribersComeAndGo() {
		with((bean, locks) -> {
			Flux<String> all = Flux.fromStream(IntStream.range(0, 300).boxed())
				.flatMap((number) -> bean.patient(() -> Mono.delay(Duration.ofMillis(1)).thenReturn(number))
					.timeout((number % 50 == 0) ? SOON : Duration.ofMillis(10 + number % 50))
					.map((done) -> "done")
					.onErrorReturn("given up"), 300);
			List<String> ends = all.collectList().block(SOON);
			assertThat(ends).hasSize(300);
			assertThat(ends.stream().filter("done"::equals)).hasSizeGreaterThanOrEqualTo(6);
			await().until(() -> !isHeld(locks));
		});
	}

	static class OfEntityOfFlux {

		@DistributedLock(key = "key")
		public Mono<ResponseEntity<Flux<String>>> run() {
			return Mono.empty();
		}

	}

	static class OfFlux {

		@DistributedLock(key = "key")
		public Flux<Flux<String>> run() {
			return Flux.empty();
		}

	}

	static class OfFluxInFuture {

		@DistributedLock(key = "key")
		public CompletableFuture<Mono<String>> run() {
			return new CompletableFuture<>();
		}

	}

	static class OfBlockingStream {

		@DistributedLock(key = "key")
		public Mono<Optional<Stream<String>>> run() {
			return Mono.empty();
		}

	}

	static class Work {

		private final List<Long> tokens = new CopyOnWriteArrayList<>();

		private final List<LockHandle> handles = new CopyOnWriteArrayList<>();

		List<Long> tokens() {
			return this.tokens;
		}

		List<LockHandle> handles() {
			return this.handles;
		}

		@DistributedLock(key = "key")
		public Mono<String> mono(Supplier<@Nullable Mono<String>> begin) {
			return begin.get();
		}

		@DistributedLock(key = "key")
		public Mono<Object> anything(Object value) {
			return Mono.just(value);
		}

		@DistributedLock(key = "key")
		public Mono<Integer> count(Supplier<Mono<Integer>> begin) {
			this.tokens.add(LockContext.current().fencingToken());
			return begin.get();
		}

		@DistributedLock(key = "key", waitTime = 60)
		public Mono<Integer> patient(Supplier<Mono<Integer>> begin) {
			return begin.get();
		}

		@DistributedLock(key = "key")
		public Flux<Integer> flux(Supplier<Flux<Integer>> begin) {
			return begin.get();
		}

		@DistributedLock(key = "key")
		public Flow.Publisher<Integer> ofTheJdk() {
			this.tokens.add(LockContext.current().fencingToken());
			return FlowAdapters.toFlowPublisher(Flux.just(1, 2, 3));
		}

		@DistributedLock(key = "key")
		public Mono<List<String>> keys(Supplier<Mono<List<String>>> begin) {
			return begin.get();
		}

		@DistributedLock(key = "key", waitTime = 0)
		public Mono<String> impatient(String what) {
			this.tokens.add(LockContext.current().fencingToken());
			return Mono.just(what);
		}

		@DistributedLock(key = "key", waitTime = 0)
		public String blocking(String what) {
			return what;
		}

		@DistributedLock(key = "key", waitTime = 0)
		public CompletableFuture<String> future(String what) {
			return CompletableFuture.completedFuture(what);
		}

		@DistributedLock(key = "key", reentrant = false)
		public Mono<String> once(String what) {
			return Mono.just(what);
		}

		@DistributedLock(key = "key", kind = LockKind.SEMAPHORE, capacity = 3, waitTime = 0)
		public Mono<String> onePermit(Supplier<Mono<String>> begin) {
			return begin.get();
		}

		@DistributedLock(key = "key", kind = LockKind.SEMAPHORE, capacity = 3, permits = 2, waitTime = 0)
		public Mono<String> twoPermits(Supplier<Mono<String>> begin) {
			return begin.get();
		}

		@DistributedLock(key = "key")
		public Mono<Duration> remaining(Supplier<Mono<Duration>> begin) {
			return begin.get();
		}

		@DistributedLock(key = "key", leaseTime = 300)
		public Mono<String> longer(String what) {
			return Mono.just(what);
		}

		@DistributedLock(key = { "key", "other" }, waitTime = 0)
		public Mono<String> both(String what) {
			return Mono.just(what);
		}

		@DistributedLock(key = "key", kind = LockKind.READ)
		public Mono<String> reading(Supplier<Mono<String>> begin) {
			return begin.get();
		}

		@DistributedLock(key = "key", waitTime = 0, failStrategy = LockFailStrategy.SKIP)
		public Mono<String> skipping(String what) {
			this.tokens.add(LockContext.current().fencingToken());
			return Mono.just(what);
		}

		@DistributedLock(key = "key", waitTime = 0, fallback = "without")
		public Mono<String> withFallback(String what) {
			return Mono.just(what);
		}

		private Mono<String> without(String what) {
			return Mono.just("no " + what);
		}

		@DistributedLock(key = "key", onLoss = LossPolicy.FAIL)
		public Mono<String> failing(Supplier<Mono<String>> begin) {
			this.handles.add(LockContext.current());
			return begin.get();
		}

		@DistributedLock(key = "key", onLoss = LossPolicy.INTERRUPT)
		public Mono<String> interrupting(Supplier<Mono<String>> begin) {
			return begin.get();
		}

	}

}
