package io.github.lockstarter.core;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.ThrowingSupplier;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the hooks around acquisitions and guarded bodies, and for events.
 */
class InstrumentationTests {

	private final List<String> calls = Collections.synchronizedList(new ArrayList<>());

	private final PuppetStore store = new PuppetStore();

	private final DefaultLockClient client = client(StallProofMemory.newStore());

	private final DefaultLockClient puppet = client(this.store);

	private DefaultLockClient client(LockStore locks) {
		return new DefaultLockClient(LockStores.of(locks), new LockSettings(LockOptions.NONE, Map.of()),
				new ClientIdentity("shop", "one"), LockClientOptions.DEFAULT,
				new DefaultLockClient.Observers(LockEventListener.NONE,
						Instrumentations.of(List.of(new Recording("outer"), new Recording("inner")))),
				new StallProofPlatform());
	}

	@AfterEach
	void leavesNothingBehind() {
		this.store.release();
		await().until(() -> this.client.engine().isIdle() && this.puppet.engine().isIdle());
		this.client.close();
		this.puppet.close();
	}

	@Test
	void isAroundTheAcquisitionAndTheBodyAndKnowsTheHandle() {
		this.client.lock("key").name("orders").run(() -> this.calls.add("body"));
		assertThat(this.calls).containsExactly("outer acquires orders", "inner acquires orders",
				"inner acquired orders", "outer acquired orders", "outer enters orders", "inner enters orders", "body",
				"inner leaves orders", "outer leaves orders");
	}

	@Test
	void isNotAroundEnteringAgain() {
		try (LockHandle held = this.client.lock("key").acquire()) {
			this.calls.clear();
			this.client.lock("key").acquire().close();
			assertThat(this.calls).isEmpty();
		}
	}

	@ParameterizedTest
	@MethodSource("waysToKeepALock")
	void aLockThatItKeepsFromTheCallerIsGivenBack(Callable<Void> way, Class<Throwable> thrown) {
		try (DefaultLockClient failed = withholding(way)) {
			assertThatExceptionOfType(thrown).isThrownBy(() -> kept(failed).acquire());
			assertThat(failed.engine().isIdle()).isTrue();
			assertThat(failed.lock("key").inspect().held()).isFalse();
		}
	}

	@ParameterizedTest
	@MethodSource("waysToKeepALock")
	void aLockThatItKeepsFromWhoDoesNotWaitIsGivenBackToo(Callable<Void> way, Class<Throwable> thrown) {
		try (DefaultLockClient failed = withholding(way)) {
			assertThatExceptionOfType(thrown).isThrownBy(() -> kept(failed).acquireAsync());
			await().until(failed.engine()::isIdle);
			assertThat(failed.lock("key").inspect().held()).isFalse();
		}
	}

	/** Not for a caller that never had it. */
	private static LockClient.LockSpec kept(DefaultLockClient client) {
		return client.lock("key").minHold(Duration.ofMinutes(1));
	}

	static Stream<Arguments> waysToKeepALock() {
		return Stream.of(Arguments.of(throwing(new IllegalStateException()), IllegalStateException.class),
				Arguments.of(throwing(new IOException()), IOException.class),
				Arguments.of((Callable<Void>) () -> null, NullPointerException.class));
	}

	private static Callable<Void> throwing(Exception exception) {
		return () -> {
			throw exception;
		};
	}

	/** A client whose instrumentation lets nobody have a lock. */
	private static DefaultLockClient withholding(Callable<Void> way) {
		return new DefaultLockClient(LockStores.of(StallProofMemory.newStore()),
				new LockSettings(LockOptions.NONE, Map.of()), new ClientIdentity("shop", "one"),
				LockClientOptions.DEFAULT,
				new DefaultLockClient.Observers(LockEventListener.NONE, new Withholding(way)),
				new StallProofPlatform());
	}

	@Test
	void isAroundAnAcquisitionForWhichNoThreadWaits() {
		this.client.lock("key").name("orders").acquireAsync().toCompletableFuture().join().close();
		assertThat(this.calls).containsExactly("outer begins orders", "inner begins orders");
	}

	@Test
	void passesTheExceptionOfABodyOn() {
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> this.client.lock("key").run(() -> {
			throw new IOException("of the body");
		}));
	}

	@Test
	void hearsOfRenewalsAndOfFailuresOfTheStore() throws InterruptedException {
		CompletionStage<LockHandle> acquired = this.puppet.lock("key")
			.name("orders")
			.leaseTime(Duration.ofSeconds(12))
			.acquireAsync();
		this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
		this.store.next(Operation.RENEW).fail();
		this.store.next(Operation.RENEW).answer(AcquisitionState.GRANTED);
		this.store.next(Operation.RENEW).answer(AcquisitionState.LOST);
		await().untilAsserted(() -> assertThat(this.calls).filteredOn((call) -> call.startsWith("outer heard"))
			.contains("outer heard FAILED of orders", "outer heard other", "outer heard DONE of orders",
					"outer heard REFUSED of orders"));
		this.store.release();
		acquired.toCompletableFuture().join().close();
	}

	/** Throws whatever it likes, as code that is not in Java may. */
	private record Withholding(Callable<Void> way) implements LockInstrumentation {

		@Override
		public <T> T acquire(LockCall call, Supplier<T> acquisition) {
			acquisition.get();
			return withhold();
		}

		@Override
		public <T> CompletionStage<T> acquireAsync(LockCall call, Supplier<CompletionStage<T>> acquisition) {
			acquisition.get().toCompletableFuture().join();
			return withhold();
		}

		@SuppressWarnings("unchecked")
		private <T> T withhold() {
			try {
				return (T) this.way.call();
			}
			catch (Exception ex) {
				throw Withholding.<RuntimeException>unchecked(ex);
			}
		}

		@SuppressWarnings("unchecked")
		private static <E extends Exception> E unchecked(Exception exception) throws E {
			throw (E) exception;
		}

	}

	private final class Recording implements LockInstrumentation {

		private final String name;

		Recording(String name) {
			this.name = name;
		}

		@Override
		public <T> T acquire(LockCall call, Supplier<T> acquisition) {
			record("acquires", call);
			T result = acquisition.get();
			record("acquired", call);
			return result;
		}

		@Override
		public <T> CompletionStage<T> acquireAsync(LockCall call, Supplier<CompletionStage<T>> acquisition) {
			record("begins", call);
			return acquisition.get();
		}

		@Override
		public <T extends @Nullable Object, E extends Throwable> T locked(LockCall call, LockHandle handle,
				ThrowingSupplier<T, E> body) throws E {
			assertThat(LockContext.current()).isSameAs(handle);
			record("enters", call);
			T result = body.get();
			record("leaves", call);
			return result;
		}

		@Override
		public void renewed(LockCall call, RenewalOutcome outcome) {
			InstrumentationTests.this.calls.add(this.name + " heard " + outcome + " of " + call.name());
		}

		@Override
		public void storeFailed(String cause) {
			InstrumentationTests.this.calls.add(this.name + " heard " + cause);
		}

		private void record(String what, LockCall call) {
			InstrumentationTests.this.calls.add(this.name + " " + what + " " + call.name());
		}

	}

}
