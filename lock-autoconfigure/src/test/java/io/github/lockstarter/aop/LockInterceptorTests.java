package io.github.lockstarter.aop;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.DistributedLock.LockFailStrategy;
import io.github.lockstarter.DistributedLock.LockRelease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockException;
import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.testing.CapturedLog;
import io.github.lockstarter.testing.LogCapture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link LockInterceptor}.
 */
@ExtendWith(LogCapture.class)
class LockInterceptorTests {

	@Test
	void locksTheMethodsOfTheContract() {
		LockContexts.with(Orders.class, (orders, client) -> {
			orders.processOrder("42");
			assertThat(client.last().keys).containsExactly("order_lock_42");
			assertThat(client.last().options.get(LockOption.WAIT_TIME)).isEqualTo(Duration.ofSeconds(10));
			assertThat(client.last().options.get(LockOption.LEASE_TIME)).isEqualTo(Duration.ofSeconds(30));
			assertThat(orders.userOperation(7L, "rename")).isEqualTo("rename done");
			assertThat(client.last().keys).containsExactly("user_operation_7_rename");
			assertThat(client.last().name).isEqualTo("Orders.userOperation");
			assertThat(client.last().options.get(LockOption.AUTO_RENEW)).isNull();
		});
	}

	@Test
	void acquiresOnceAndReleasesAfterTheBody() {
		LockContexts.with(Bodies.class, (bodies, client) -> {
			bodies.run(() -> client.events.add("body"));
			assertThat(client.events).containsExactly("acquire", "body", "release");
			assertThat(client.acquisitions).hasSize(1);
		});
	}

	@ParameterizedTest
	@MethodSource("failures")
	void passesAFailureOfTheBodyOnAsItIs(Throwable failure) {
		LockContexts.with(Bodies.class, (bodies, client) -> {
			assertThat(catchThrowable(() -> bodies.run(() -> {
				throw failure;
			}))).isSameAs(failure);
			assertThat(client.events).containsExactly("acquire", "release");
			assertThat(client.acquisitions).hasSize(1);
		});
	}

	static Stream<Throwable> failures() {
		return Stream.of(new IOException("checked"), new IllegalStateException("unchecked"),
				new AssertionError("error"), new InterruptedException("the body's own"),
				new LockNotAcquiredException("inner", Duration.ZERO, Duration.ofSeconds(1)));
	}

	@Test
	void doesNotTakeALockThatTheBodyMissedForItsOwn() {
		LockContexts.with(Strategies.class,
				(strategies, client) -> assertThatExceptionOfType(LockNotAcquiredException.class)
					.isThrownBy(() -> strategies.nullWhenBusy(() -> {
						throw new LockNotAcquiredException("inner", Duration.ZERO, Duration.ofSeconds(1));
					})));
	}

	@Test
	void aFailingReleaseMasksNeitherResultNorFailure(CapturedLog output) {
		LockContexts.with(Bodies.class, (bodies, client) -> {
			client.failOnClose(new IllegalStateException("release failed"));
			assertThat(bodies.call("result")).isEqualTo("result");
			IOException failure = new IOException("body");
			assertThat(catchThrowable(() -> bodies.run(() -> {
				throw failure;
			}))).isSameAs(failure);
			await().untilAsserted(() -> assertThat(output).contains("release failed"));
		});
	}

	@Test
	void isTheCurrentLockInTheBody() {
		LockContexts.with(Bodies.class, (bodies, client) -> {
			bodies.run(() -> client.events.addAll(LockContext.current().keys()));
			assertThat(client.events).containsExactly("acquire", client.last().keys.get(0), "release");
			assertThat(LockContext.held()).isEmpty();
		});
	}

	@Test
	void failsTheCallWhenTheReleaseFindsTheLockLost() {
		LockContexts.with(Strict.class, (strict, client) -> {
			assertThat(strict.run(() -> client.events.add("body"))).isEqualTo("done");
			assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> strict.run(client::lose));
			assertThat(client.last().options.get(LockOption.ON_LOSS)).isEqualTo(LossPolicy.FAIL);
		});
	}

	@Test
	void onlyReportsALossByDefault() {
		LockContexts.with(Bodies.class, (bodies, client) -> {
			bodies.run(client::lose);
			assertThat(client.events).containsExactly("acquire", "release");
		});
	}

	@Test
	void releasesAtOnceWhatCannotBeBoundToATransaction() {
		LockContexts.runner()
			.withBean(Transactions.class, BrokenTransactions::new, (definition) -> definition.setPrimary(true))
			.withBean(UntilCommit.class)
			.run((context) -> {
				RecordingLockClient client = context.getBean(RecordingLockClient.class);
				assertThatIllegalStateException()
					.isThrownBy(() -> context.getBean(UntilCommit.class).run(() -> client.events.add("body")))
					.withMessage("broken");
				assertThat(client.events).containsExactly("acquire", "release");
			});
	}

	@Test
	void throwsWhenBusyByDefault() {
		LockContexts.with(Bodies.class, (bodies, client) -> {
			client.refuse();
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> bodies.run(() -> client.events.add("body")));
			assertThat(client.events).containsExactly("refuse");
		});
	}

	@Test
	void returnsNullAndWarnsWhenBusy(CapturedLog output) {
		LockContexts.with(Strategies.class, (strategies, client) -> {
			client.refuse();
			assertThat(strategies.nullWhenBusy(() -> client.events.add("body"))).isNull();
			assertThat(client.events).containsExactly("refuse");
			assertThat(output.toString()
				.lines()
				.filter((line) -> line.contains("WARN") && line.contains("busy-key") && line.contains("123 ms")
						&& line.contains("Strategies.nullWhenBusy")))
				.hasSize(1);
		});
	}

	@Test
	void skipsWithTheEmptyFormOfTheReturnTypeWhenBusy(CapturedLog output) {
		LockContexts.atDebug(() -> LockContexts.with(Strategies.class, (strategies, client) -> {
			client.refuse();
			assertThat(strategies.optional()).isEmpty();
			assertThat(strategies.optionalInt()).isEmpty();
			assertThat(strategies.optionalLong()).isEmpty();
			assertThat(strategies.optionalDouble()).isEmpty();
			assertThat(strategies.object()).isNull();
			strategies.nothing();
			assertThat(client.events).containsOnly("refuse");
			assertThat(output).contains("returns Optional.empty").doesNotContain("WARN");
		}));
	}

	@ParameterizedTest
	@MethodSource("otherFailures")
	void noStrategyHidesAnyOtherFailureOfTheLock(LockException failure) {
		LockContexts.with(Strategies.class, (strategies, client) -> {
			client.refuse(() -> failure);
			assertThat(catchThrowable(strategies::optional)).isSameAs(failure);
			assertThat(catchThrowable(() -> strategies.nullWhenBusy(() -> client.events.add("body"))))
				.isSameAs(failure);
			assertThat(client.events).containsOnly("refuse");
		});
	}

	static Stream<LockException> otherFailures() {
		return Stream.of(new LockInterruptedException("key", Duration.ZERO, new InterruptedException()),
				new LockUnavailableException("key", Duration.ZERO, null), new LockLostException("key", 1));
	}

	@Test
	void logsAcquisitionAndReleaseWithTheirTokens(CapturedLog output) {
		LockContexts.atDebug(() -> LockContexts.with(Orders.class, (orders, client) -> {
			orders.processOrder("42");
			orders.processOrder("43");
		}));
		assertThat(output.toString().lines().filter((line) -> line.contains("lock 'order_lock_"))).satisfiesExactly(
				(line) -> assertThat(line).contains("acquired lock 'order_lock_42' (token 1)"),
				(line) -> assertThat(line).contains("released lock 'order_lock_42' (token 1)"),
				(line) -> assertThat(line).contains("acquired lock 'order_lock_43' (token 2)"),
				(line) -> assertThat(line).contains("released lock 'order_lock_43' (token 2)"));
	}

	static class Orders {

		@DistributedLock(key = "order_lock_#{#orderId}", waitTime = 10, leaseTime = 30)
		public void processOrder(String orderId) {
		}

		@DistributedLock(key = "user_operation_#{#userId}_#{#operation}", waitTime = 5, leaseTime = 60,
				failStrategy = DistributedLock.LockFailStrategy.RETURN_NULL)
		public String userOperation(Long userId, String operation) {
			return operation + " done";
		}

	}

	interface Body {

		void run() throws Throwable;

	}

	static class Bodies {

		@DistributedLock(key = "bodies")
		public void run(Body body) throws Throwable {
			body.run();
		}

		@DistributedLock(key = "bodies")
		public Object call(Object result) {
			return result;
		}

	}

	static class Strict {

		@DistributedLock(key = "strict", onLoss = LossPolicy.FAIL)
		public String run(Body body) throws Throwable {
			body.run();
			return "done";
		}

	}

	static class UntilCommit {

		@DistributedLock(key = "until-commit", release = LockRelease.AFTER_TRANSACTION)
		public void run(Body body) throws Throwable {
			body.run();
		}

	}

	static class Strategies {

		@DistributedLock(key = "busy-key", failStrategy = LockFailStrategy.RETURN_NULL)
		public @Nullable List<String> nullWhenBusy(Body body) throws Throwable {
			body.run();
			return List.of();
		}

		@DistributedLock(key = "key", failStrategy = LockFailStrategy.SKIP)
		public Optional<String> optional() {
			return Optional.of("ran");
		}

		@DistributedLock(key = "key", failStrategy = LockFailStrategy.SKIP)
		public OptionalInt optionalInt() {
			return OptionalInt.of(1);
		}

		@DistributedLock(key = "key", failStrategy = LockFailStrategy.SKIP)
		public OptionalLong optionalLong() {
			return OptionalLong.of(1);
		}

		@DistributedLock(key = "key", failStrategy = LockFailStrategy.SKIP)
		public OptionalDouble optionalDouble() {
			return OptionalDouble.of(1);
		}

		@DistributedLock(key = "key", failStrategy = LockFailStrategy.SKIP)
		public Object object() {
			return "ran";
		}

		@DistributedLock(key = "key", failStrategy = LockFailStrategy.SKIP)
		public void nothing() {
			throw new IllegalStateException("ran");
		}

	}

}
