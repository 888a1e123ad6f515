package io.github.lockstarter.aop;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.DistributedLock.LockFailStrategy;
import io.github.lockstarter.DistributedLock.LockRelease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.testing.CapturedLog;
import io.github.lockstarter.testing.LogCapture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.aop.framework.ProxyFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for {@link Fallback}: what is called when the lock was not obtained.
 */
@ExtendWith(LogCapture.class)
class FallbackTests {

	@Test
	void isCalledWithTheSameArgumentsInThePlaceOfTheMethod() {
		LockContexts.refusing(Orders.class, (orders, client) -> {
			assertThat(orders.place(7L, "book")).isEqualTo("later: 7 book");
			assertThat(client.events).containsExactly("refuse");
		});
	}

	@Test
	void isNotCalledWhenTheLockWasObtained() {
		LockContexts.with(Orders.class, (orders, client) -> {
			assertThat(orders.place(7L, "book")).isEqualTo("placed: 7 book");
			assertThat(client.events).containsExactly("acquire", "release");
		});
	}

	@Test
	void isToldWhyIfItAsks() {
		LockNotAcquiredException refusal = LockNotAcquiredException.tooManyWaiters("any", Duration.ZERO,
				Duration.ofSeconds(30), 1);
		LockContexts.with(Orders.class, (orders, client) -> {
			client.refuse(() -> refusal);
			assertThat(orders.cancel("7")).containsExactly("7", refusal);
		});
	}

	@Test
	void mayReturnNullAndNothing() {
		LockContexts.refusing(Orders.class, (orders, client) -> {
			assertThat(orders.find("7")).isNull();
			orders.send("7");
			assertThat(Orders.LATER).containsExactly("7");
			Orders.LATER.clear();
		});
	}

	@Test
	void makesTheFailStrategyIrrelevant() {
		LockContexts.refusing(Orders.class, (orders, client) -> assertThat(orders.count("a", "b")).isEqualTo(-2));
	}

	@ParameterizedTest
	@MethodSource("failures")
	void passesItsOwnFailureOnAsItIs(Throwable failure) {
		LockContexts.refusing(Failing.class,
				(failing, client) -> assertThat(catchThrowable(() -> failing.run(failure))).isSameAs(failure));
	}

	static Stream<Throwable> failures() {
		return Stream.of(new IOException("checked"), new IllegalStateException("unchecked"),
				new AssertionError("error"),
				new LockNotAcquiredException("another", Duration.ZERO, Duration.ofSeconds(30)));
	}

	@Test
	void runsUnderNoLock() {
		LockContexts.refusing(Looking.class, (looking, client) -> assertThat(looking.locks()).isEmpty());
	}

	@Test
	void isCalledOnTheBeanBehindSeveralProxies() {
		LockContexts.runner().withBean(Stateful.class, () -> {
			ProxyFactory factory = new ProxyFactory(new Stateful("state"));
			factory.setProxyTargetClass(true);
			return (Stateful) factory.getProxy();
		}).run((context) -> {
			context.getBean(RecordingLockClient.class).refuse();
			assertThat(context.getBean(Stateful.class).run()).isEqualTo("not run: state");
		});
	}

	@Test
	void bindsNothingToATransaction() {
		LockContexts.runner()
			.withBean(Transactions.class, BrokenTransactions::new, (definition) -> definition.setPrimary(true))
			.withBean(UntilCommit.class)
			.run((context) -> {
				context.getBean(RecordingLockClient.class).refuse();
				assertThat(context.getBean(UntilCommit.class).run()).isEqualTo("not run");
			});
	}

	@Test
	void isLoggedAtDebug(CapturedLog output) {
		LockContexts.atDebug(() -> LockContexts.refusing(Orders.class, (orders, client) -> orders.place(7L, "book")));
		assertThat(output.toString().lines().filter((line) -> line.contains("was not run"))).singleElement()
			.asString()
			.contains("DEBUG", "Lock 'Orders.place' with key 'order-7' was not acquired within 123 ms: "
					+ Orders.class.getName() + ".place was not run, but its fallback 'later'");
	}

	static class Orders {

		static final List<String> LATER = new ArrayList<>();

		@DistributedLock(key = "order-#{#id}", fallback = "later")
		public String place(Long id, String item) {
			return "placed: " + id + " " + item;
		}

		private String later(Long id, String item) {
			return "later: " + id + " " + item;
		}

		@DistributedLock(key = "order-#{#id}", fallback = "notCancelled")
		public List<Object> cancel(String id) {
			return List.of();
		}

		List<Object> notCancelled(String id, LockException ex) {
			return List.of(id, ex);
		}

		@DistributedLock(key = "order-#{#id}", fallback = "notFound")
		public @Nullable Object find(String id) {
			return id;
		}

		@Nullable String notFound(String id) {
			return null;
		}

		@DistributedLock(key = "order-#{#id}", fallback = "sendLater")
		public void send(String id) {
			throw new IllegalStateException("ran");
		}

		protected void sendLater(String id) {
			LATER.add(id);
		}

		@DistributedLock(key = "order-#{#ids}", fallback = "notCounted", failStrategy = LockFailStrategy.RETURN_NULL)
		public int count(String... ids) {
			return ids.length;
		}

		private int notCounted(String... ids) {
			return -ids.length;
		}

	}

	static class Failing {

		@DistributedLock(key = "key", fallback = "fail")
		public void run(Throwable failure) throws Throwable {
		}

		private void fail(Throwable failure) throws Throwable {
			throw failure;
		}

	}

	static class Looking {

		@DistributedLock(key = "key", fallback = "look")
		public List<?> locks() {
			return List.of("ran");
		}

		private List<?> look() {
			return LockContext.held();
		}

	}

	static class UntilCommit {

		@DistributedLock(key = "key", fallback = "busy", release = LockRelease.AFTER_TRANSACTION)
		public String run() {
			return "ran";
		}

		private String busy() {
			return "not run";
		}

	}

	static class Stateful {

		private final @Nullable String state;

		Stateful() {
			this(null);
		}

		Stateful(@Nullable String state) {
			this.state = state;
		}

		@DistributedLock(key = "key", fallback = "busy")
		public String run() {
			return "ran";
		}

		private String busy() {
			return "not run: " + this.state;
		}

	}

}
