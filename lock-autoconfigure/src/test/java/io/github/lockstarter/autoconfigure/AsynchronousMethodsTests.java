package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.DistributedLock.LockFailStrategy;
import io.github.lockstarter.LockAdmin;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockFailureHandler;
import io.github.lockstarter.LockFailureHandler.Answer;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.testing.LogCapture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpEntity;
import org.springframework.http.ResponseEntity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for annotated methods that return futures and callables.
 */
@ExtendWith(LogCapture.class)
class AsynchronousMethodsTests {

	private static final Duration SOON = Duration.ofSeconds(20);

	private static final AtomicReference<Answer> handled = new AtomicReference<>(Answer.NONE);

	@RegisterExtension
	static final SharedContext context = SharedContext.with(LockReactiveAutoConfiguration.class)
		.withBeans(List.of(Work.class))
		.withBean(LockFailureHandler.class, (failure) -> handled.get());

	private final CompletableFuture<String> work = new CompletableFuture<>();

	private final LockAdmin admin = context.bean(LockAdmin.class);

	private void with(Check check) throws Exception {
		LockClient locks = context.bean(LockClient.class);
		try {
			check.run(context.bean(Work.class), locks);
			await().until(() -> !isHeld(locks));
		}
		finally {
			handled.set(Answer.NONE);
			this.admin.forceRelease("key");
		}
	}

	private static boolean isHeld(LockClient locks) {
		return locks.lock("key").inspect().held();
	}

	@Test
	void holdsTheLockUntilTheFutureHasEnded() throws Exception {
		with((bean, locks) -> {
			CompletableFuture<String> result = bean.future(() -> this.work);
			assertThat(isHeld(locks)).isTrue();
			assertThat(result).isNotDone();
			this.work.complete("done");
			assertThat(result).succeedsWithin(SOON).isEqualTo("done");
			assertThat(isHeld(locks)).isFalse();
		});
	}

	@Test
	void holdsTheLockUntilTheWorkHasFailed() throws Exception {
		with((bean, locks) -> {
			CompletableFuture<String> result = bean.future(() -> this.work);
			this.work.completeExceptionally(new IllegalArgumentException("work"));
			assertThat(result).failsWithin(SOON)
				.withThrowableThat()
				.havingRootCause()
				.isInstanceOf(IllegalArgumentException.class)
				.withMessage("work");
			assertThat(isHeld(locks)).isFalse();
		});
	}

	@Test
	void cancelsTheWorkWithItsResult() throws Exception {
		with((bean, locks) -> {
			CompletableFuture<String> result = bean.future(() -> this.work);
			assertThat(result.cancel(true)).isTrue();
			await().until(this.work::isCancelled);
		});
	}

	static Stream<Named<Consumer<CompletableFuture<String>>>> waysToGiveUp() {
		return Stream.of(Named.of("complete", (result) -> result.complete("nothing")),
				Named.of("completeExceptionally", (result) -> result.completeExceptionally(new TimeoutException())),
				Named.of("orTimeout", (result) -> result.orTimeout(1, TimeUnit.MILLISECONDS)),
				Named.of("completeOnTimeout",
						(result) -> result.completeOnTimeout("nothing", 1, TimeUnit.MILLISECONDS)));
	}

	@ParameterizedTest
	@MethodSource("waysToGiveUp")
	void workThatNobodyWaitsForAnyLongerKeepsItsLockUntilItEnds(Consumer<CompletableFuture<String>> givesUp)
			throws Exception {
		with((bean, locks) -> {
			CompletableFuture<String> result = bean.future(() -> this.work);
			givesUp.accept(result);
			await().until(result::isDone);
			assertThat(isHeld(locks)).isTrue();
			this.work.complete("done");
			assertThat(isHeld(locks)).isFalse();
		});
	}

	@Test
	void throwsWhatTheMethodThrowsWhenTheLockIsReleased() throws Exception {
		with((bean, locks) -> {
			assertThatIllegalArgumentException().isThrownBy(() -> bean.future(() -> {
				throw new IllegalArgumentException("method");
			})).withMessage("method");
			assertThat(isHeld(locks)).isFalse();
		});
	}

	@Test
	void saysThatAMethodReturnedNoFuture() throws Exception {
		with((bean, locks) -> assertThatIllegalStateException().isThrownBy(() -> bean.future(() -> null))
			.withMessageContaining("returned null"));
	}

	@Test
	void isBegunOnTheThreadOfTheCallerUnderTheLock() throws Exception {
		with((bean, locks) -> {
			Thread caller = Thread.currentThread();
			bean.future(() -> {
				assertThat(Thread.currentThread()).isSameAs(caller);
				assertThat(LockContext.current().keys()).containsExactly("key");
				return CompletableFuture.completedFuture("done");
			}).join();
			assertThat(LockContext.held()).isEmpty();
		});
	}

	@Test
	void isEnteredAgainByItsThreadOnlyUntilItHasReturned() throws Exception {
		with((bean, locks) -> {
			CompletableFuture<String> result = bean.future(() -> {
				locks.lock("key").tryAcquire().orElseThrow().close();
				return this.work;
			});
			assertThat(locks.lock("key").tryAcquire()).isEmpty();
			this.work.complete("done");
			assertThat(result).succeedsWithin(SOON);
		});
	}

	@Test
	void failsTheFutureIfTheLockIsNotAcquired() throws Exception {
		with((bean, locks) -> whileHeld(locks, () -> {
			assertThat(bean.impatient(this.work)).failsWithin(SOON)
				.withThrowableThat()
				.withCauseInstanceOf(LockNotAcquiredException.class);
			assertThat(bean.begun()).isEmpty();
		}));
	}

	@Test
	void completesWithTheEmptyFormUnderSkip() throws Exception {
		with((bean, locks) -> whileHeld(locks, () -> {
			assertThat(bean.skipping(this.work)).isCompletedWithValue(Optional.empty());
			assertThat(bean.nothing()).isCompletedWithValue(null);
			assertThat(bean.begun()).isEmpty();
		}));
	}

	@Test
	void leavesItToTheFallback() throws Exception {
		with((bean, locks) -> whileHeld(locks, () -> assertThat(bean.withFallback("a")).isCompletedWithValue("no a")));
	}

	@Test
	void takesFuturesAndValuesOfHandlers() throws Exception {
		with((bean, locks) -> whileHeld(locks, () -> {
			handled.set(Answer.of("handled"));
			assertThat(bean.impatient(this.work)).isCompletedWithValue("handled");
			handled.set(Answer.of(CompletableFuture.completedFuture("later")));
			assertThat(bean.impatient(this.work)).isCompletedWithValue("later");
		}));
	}

	@Test
	void failsAtTheEndIfTheLockWasLost() throws Exception {
		with((bean, locks) -> {
			CompletableFuture<String> result = bean.failing(() -> this.work);
			lose();
			assertThat(result).isNotDone();
			this.work.complete("done");
			assertThat(result).failsWithin(SOON).withThrowableThat().withCauseInstanceOf(LockLostException.class);
		});
	}

	@Test
	void cancelsTheWorkAtOnceIfTheLockIsLost() throws Exception {
		with((bean, locks) -> {
			CompletableFuture<String> result = bean.interrupting(() -> this.work);
			lose();
			assertThat(result).failsWithin(SOON).withThrowableThat().withCauseInstanceOf(LockLostException.class);
			assertThat(this.work).isCancelled();
		});
	}

	private void lose() {
		assertThat(this.admin.forceRelease("key")).isTrue();
	}

	@Test
	void holdsAFutureThatTheReturnTypeDoesNotTellOf() throws Exception {
		with((bean, locks) -> {
			Object result = bean.anything(this.work);
			assertThat(isHeld(locks)).isTrue();
			this.work.complete("done");
			assertThat((CompletableFuture<?>) result).succeedsWithin(SOON).isEqualTo("done");
			assertThat(bean.anything("value")).isEqualTo("value");
			assertThat(bean.generic(CompletableFuture.completedFuture("a"))).succeedsWithin(SOON).isEqualTo("a");
		});
	}

	@Test
	void aFutureThatTheReturnTypeDoesNotTellOfRunsOnIfTheLockWasLostMeanwhile() throws Exception {
		with((bean, locks) -> {
			CompletableFuture<?> result = (CompletableFuture<?>) bean.anythingFrom(() -> {
				lose();
				return this.work;
			});
			assertThat(result).isNotDone();
			this.work.complete("done");
			assertThat(result).succeedsWithin(SOON).isEqualTo("done");
		});
	}

	@Test
	void refusesAPublisherThatTheReturnTypeDoesNotTellOf() throws Exception {
		with((bean, locks) -> assertThatIllegalStateException().isThrownBy(() -> bean.anything(Mono.just("a")))
			.withMessageContaining("none of it was done under the lock"));
	}

	@Test
	void refusesLaterWorkThatTheReturnTypeDoesNotTellOf() throws Exception {
		Supplier<String> supplier = () -> "a";
		with((bean, locks) -> {
			for (Object later : List.of(Stream.of("a"), List.of("a").iterator(), supplier,
					new FutureTask<>(() -> "a"))) {
				assertThatIllegalStateException().isThrownBy(() -> bean.anything(later))
					.withMessageContaining("Work.anything")
					.withMessageContaining("later");
				assertThat(isHeld(locks)).isFalse();
			}
		});
	}

	@Test
	void failsAFutureThatEndsWithLaterWork() throws Exception {
		with((bean, locks) -> {
			for (Object later : List.of(Stream.of("a"), Mono.just("a"), CompletableFuture.completedFuture("a"),
					ResponseEntity.ok(Mono.just("a")))) {
				assertThat(bean.futureOfAnything(later)).failsWithin(SOON)
					.withThrowableThat()
					.withCauseInstanceOf(IllegalStateException.class)
					.withMessageContaining("whose work is done later");
			}
			assertThat(bean.futureOfAnything(List.of("a"))).succeedsWithin(SOON).isEqualTo(List.of("a"));
		});
	}

	@Test
	void failsAFutureThatEndsWithAValueThatCanNotBeLookedAt() throws Exception {
		with((bean, locks) -> assertThat(bean.futureOfAnything(new BrokenEntity())).failsWithin(SOON)
			.withThrowableThat()
			.havingRootCause()
			.withMessage("broken"));
	}

	@Test
	void refusesLaterWorkInTheBodyOfAnEntity() throws Exception {
		with((bean, locks) -> {
			for (Object later : List.of(Stream.of("a"), Mono.just("a"), CompletableFuture.completedFuture("a"))) {
				assertThatIllegalStateException().isThrownBy(() -> bean.entity(later))
					.withMessageContaining("whose work is done later");
				assertThatIllegalStateException().isThrownBy(() -> bean.anything(ResponseEntity.ok(later)))
					.withMessageContaining("whose work is done later");
			}
			assertThat(bean.entity("a").getBody()).isEqualTo("a");
			assertThat(bean.entity(null).getBody()).isNull();
		});
	}

	@Test
	void returnsValuesThatOnlyResembleLaterWork() throws Exception {
		with((bean, locks) -> {
			for (Object value : List.of(List.of("a"), new OwnSupplier(), Optional.of("a"),
					(Iterable<String>) List.of("a")::iterator)) {
				assertThat(bean.anything(value)).isSameAs(value);
			}
		});
	}

	@Test
	void holdsAFutureThatACallableGives() throws Exception {
		with((bean, locks) -> {
			Object result = bean.callableOfAnything(() -> this.work).call();
			assertThat(isHeld(locks)).isTrue();
			this.work.complete("done");
			assertThat((CompletableFuture<?>) result).succeedsWithin(SOON).isEqualTo("done");
			assertThatIllegalStateException().isThrownBy(bean.callableOfAnything(() -> Stream.of("a"))::call);
		});
	}

	@Test
	void takesTheLockWhenTheCallableIsCalled() throws Exception {
		with((bean, locks) -> {
			Callable<String> callable = bean.callable(() -> {
				assertThat(LockContext.current().keys()).containsExactly("key");
				return isHeld(locks) ? "held" : "free";
			});
			assertThat(isHeld(locks)).isFalse();
			assertThat(callable.call()).isEqualTo("held");
			assertThat(isHeld(locks)).isFalse();
			assertThat(callable.call()).isEqualTo("held");
			whileHeld(locks,
					() -> assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(callable::call));
		});
	}

	/** Held by nobody's thread, so that this one does not enter it again. */
	private static void whileHeld(LockClient locks, Runnable test) {
		LockHandle held = locks.lock("key").acquire().detach();
		try {
			test.run();
		}
		finally {
			held.close();
		}
	}

	@FunctionalInterface
	interface Check {

		void run(Work bean, LockClient locks) throws Exception;

	}

	static class BrokenEntity extends HttpEntity<String> {

		@Override
		public String getBody() {
			throw new UnsupportedOperationException("broken");
		}

	}

	static class OwnSupplier implements Supplier<String> {

		@Override
		public String get() {
			return "a";
		}

	}

	abstract static class Generic<R> {

		@DistributedLock(key = "key")
		public R generic(R result) {
			return result;
		}

	}

	static class Work extends Generic<CompletableFuture<String>> {

		private final List<LockHandle> begun = new CopyOnWriteArrayList<>();

		List<LockHandle> begun() {
			return this.begun;
		}

		@DistributedLock(key = "key")
		public CompletableFuture<String> future(Supplier<@Nullable CompletableFuture<String>> begin) {
			return begin.get();
		}

		@DistributedLock(key = "key", waitTime = 0)
		public CompletableFuture<String> impatient(CompletableFuture<String> work) {
			this.begun.add(LockContext.current());
			return work;
		}

		@DistributedLock(key = "key", waitTime = 0, failStrategy = LockFailStrategy.SKIP)
		public CompletableFuture<Optional<String>> skipping(CompletableFuture<String> work) {
			this.begun.add(LockContext.current());
			return work.thenApply(Optional::of);
		}

		@DistributedLock(key = "key", waitTime = 0, failStrategy = LockFailStrategy.RETURN_NULL)
		public CompletableFuture<String> nothing() {
			this.begun.add(LockContext.current());
			return CompletableFuture.completedFuture("done");
		}

		@DistributedLock(key = "key", waitTime = 0, fallback = "without")
		public CompletableFuture<String> withFallback(String what) {
			return CompletableFuture.completedFuture(what);
		}

		private CompletableFuture<String> without(String what) {
			return CompletableFuture.completedFuture("no " + what);
		}

		@DistributedLock(key = "key", onLoss = LossPolicy.FAIL)
		public CompletableFuture<String> failing(Supplier<CompletableFuture<String>> begin) {
			this.begun.add(LockContext.current());
			return begin.get();
		}

		@DistributedLock(key = "key", onLoss = LossPolicy.INTERRUPT)
		public CompletableFuture<String> interrupting(Supplier<CompletableFuture<String>> begin) {
			return begin.get();
		}

		@DistributedLock(key = "key")
		public Object anything(Object result) {
			return result;
		}

		@DistributedLock(key = "key")
		public Object anythingFrom(Supplier<Object> result) {
			return result.get();
		}

		@DistributedLock(key = "key")
		public CompletableFuture<Object> futureOfAnything(Object value) {
			return CompletableFuture.completedFuture(value);
		}

		@DistributedLock(key = "key")
		public ResponseEntity<?> entity(@Nullable Object body) {
			return ResponseEntity.ok(body);
		}

		@DistributedLock(key = "key")
		public Callable<Object> callableOfAnything(Callable<Object> work) {
			return work;
		}

		@DistributedLock(key = "key", waitTime = 0)
		public Callable<String> callable(Callable<String> work) {
			return work;
		}

	}

}
