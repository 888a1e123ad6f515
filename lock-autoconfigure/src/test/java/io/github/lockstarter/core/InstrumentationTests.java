package io.github.lockstarter.core;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.github.lockstarter.LockCall;
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
import io.github.lockstarter.store.memory.MemoryLockStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the hooks around acquisitions and guarded bodies, and for events.
 */
class InstrumentationTests {

	private final List<String> calls = Collections.synchronizedList(new ArrayList<>());

	private final PuppetStore store = new PuppetStore();

	private final DefaultLockClient client = client(new MemoryLockStore());

	private final DefaultLockClient puppet = client(this.store);

	private DefaultLockClient client(LockStore locks) {
		return new DefaultLockClient(locks, new LockSettings(LockOptions.NONE, Map.of()),
				new ClientIdentity("shop", "one"), LockClientOptions.DEFAULT, LockEventListener.NONE,
				Instrumentations.of(List.of(new Recording("outer"), new Recording("inner"))));
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

	@Test
	void aLockThatItKeepsFromTheCallerIsGivenBack() {
		LockInstrumentation failing = new LockInstrumentation() {

			@Override
			public <T> T acquire(LockCall call, Supplier<T> acquisition) {
				acquisition.get();
				throw new IllegalStateException("after the acquisition");
			}

		};
		try (DefaultLockClient failed = new DefaultLockClient(new MemoryLockStore(),
				new LockSettings(LockOptions.NONE, Map.of()), new ClientIdentity("shop", "one"),
				LockClientOptions.DEFAULT, LockEventListener.NONE, failing)) {
			assertThatIllegalStateException().isThrownBy(() -> failed.lock("key").acquire())
				.withMessage("after the acquisition");
			assertThat(failed.engine().isIdle()).isTrue();
		}
	}

	@Test
	void aLockThatItKeepsFromWhoDoesNotWaitIsGivenBackToo() {
		LockInstrumentation failing = new LockInstrumentation() {

			@Override
			public <T> CompletionStage<T> acquireAsync(LockCall call, Supplier<CompletionStage<T>> acquisition) {
				acquisition.get().toCompletableFuture().join();
				throw new IllegalStateException("after the acquisition");
			}

		};
		try (DefaultLockClient failed = new DefaultLockClient(new MemoryLockStore(),
				new LockSettings(LockOptions.NONE, Map.of()), new ClientIdentity("shop", "one"),
				LockClientOptions.DEFAULT, LockEventListener.NONE, failing)) {
			assertThatIllegalStateException().isThrownBy(() -> failed.lock("key").acquireAsync())
				.withMessage("after the acquisition");
			await().until(failed.engine()::isIdle);
		}
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
			.leaseTime(Duration.ofMillis(600))
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
