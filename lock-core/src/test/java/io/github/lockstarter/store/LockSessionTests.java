package io.github.lockstarter.store;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.stream.Stream;

import io.github.lockstarter.store.AcquireRequest.Owner;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what a {@link LockSession} says by itself of what its store can't do.
 */
class LockSessionTests {

	private static final LockRecord FREE = LockRecord.free(0);

	private static final LockRecord HELD = new LockRecord(List.of(new LockRecord.Hold("one", 1,
			new Owner("shop", "web-1", "main"), Instant.EPOCH, Duration.ofSeconds(10), 1, 0, 0)), 0);

	/** A session that has nothing but what every session has, and that record. */
	private static LockSession session(LockRecord record) {
		return session((method, arguments) -> record);
	}

	private static LockSession session(BiFunction<Method, Object[], Object> answers) {
		return (LockSession) Proxy.newProxyInstance(LockSession.class.getClassLoader(),
				new Class<?>[] { LockSession.class },
				(proxy, method, arguments) -> method.isDefault()
						? InvocationHandler.invokeDefault(proxy, method, arguments)
						: CompletableFuture.completedFuture(answers.apply(method, arguments)));
	}

	@Test
	void saysThatItCannotListItsLocks() {
		assertUnsupported(session(FREE).scan(LockPage.FIRST, 10), "can't list its locks");
	}

	@Test
	void saysThatItCannotReleaseALockByForce() {
		assertUnsupported(session(HELD).forceRelease("order:42"), "can't release a lock by force");
	}

	@Test
	void thereIsNothingToReleaseIfTheLockIsFree() {
		assertThat(session(FREE).forceRelease("order:42")).succeedsWithin(Duration.ofSeconds(20)).isEqualTo(false);
	}

	@Test
	void ofSeveralLocksOnlyTheFirstIsAskedForUnlessTheStoreDoesMore() {
		StoreAnswer granted = new StoreAnswer(AcquisitionState.GRANTED, 7, Duration.ofSeconds(10),
				new StoreClock(1, ""));
		List<Object> asked = new ArrayList<>();
		LockSession session = session((method, arguments) -> {
			asked.add(method.getName() + " " + arguments[0]);
			return granted;
		});
		List<AcquireRequest> requests = Stream.of("a", "b", "c")
			.map((key) -> new AcquireRequest(key, 1, Duration.ofSeconds(10), new Owner("shop", "web-1", "main"),
					Duration.ZERO))
			.toList();
		assertThat(session.acquireInOrder(requests)).map((stage) -> stage.toCompletableFuture().join())
			.containsExactly(granted, StoreAnswer.PASSED_OVER, StoreAnswer.PASSED_OVER);
		assertThat(asked).containsExactly("acquire " + requests.get(0));
	}

	@Test
	void severalLocksAreReleasedOneByOneUnlessTheStoreDoesMore() {
		List<Object> asked = new ArrayList<>();
		LockSession session = session((method, arguments) -> {
			asked.add(method.getName() + " " + arguments[0] + " " + arguments[1] + " " + arguments[2]);
			return new StoreAnswer(AcquisitionState.RELEASED, 0, Duration.ZERO, new StoreClock(1, ""));
		});
		List<CompletionStage<StoreAnswer>> answers = session
			.releaseWithoutMark(List.of(new ReleaseRequest("a", 1, 0), new ReleaseRequest("b", 2, 5)));
		assertThat(answers).map((stage) -> stage.toCompletableFuture().join().state())
			.containsExactly(AcquisitionState.RELEASED, AcquisitionState.RELEASED);
		assertThat(asked).containsExactly("release a 1 0", "release b 2 5");
	}

	private static void assertUnsupported(CompletionStage<?> stage, String words) {
		assertThat(stage).failsWithin(Duration.ofSeconds(20))
			.withThrowableThat()
			.havingCause()
			.withMessageContaining(words)
			.isInstanceOfSatisfying(StoreException.class, (failure) -> assertThat(failure.isPassing()).isFalse());
	}

}
