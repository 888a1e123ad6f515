package io.github.lockstarter.core;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.ThrowingSupplier;
import io.github.lockstarter.store.memory.MemoryLockStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

/**
 * Tests for {@link Instrumentations} of which one breaks the rules.
 */
@SuppressWarnings("NullAway")
class InstrumentationsTests {

	private final DefaultLockClient client = Clients.stallProofClient(new MemoryLockStore(), "one");

	private final LockCall call = new LockCall("", List.of("key"), LockKind.MUTEX);

	private final LockHandle handle = this.client.lock("key").acquire();

	@AfterEach
	void close() {
		this.handle.close();
		this.client.close();
	}

	private static LockInstrumentation with(int place) {
		LockInstrumentation[] all = { LockInstrumentation.NONE, LockInstrumentation.NONE, LockInstrumentation.NONE };
		all[place] = new Null();
		return Instrumentations.of(List.of(all));
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 2 })
	void theOneThatReturnedNullIsNamed(int place) {
		assertNamed(() -> with(place).acquire(this.call, () -> "acquired"));
		assertNamed(() -> with(place).acquireAsync(this.call, () -> CompletableFuture.completedFuture("acquired")));
		assertNamed(
				() -> with(place).lockedAsync(this.call, this.handle, () -> CompletableFuture.completedFuture("done")));
	}

	private static void assertNamed(Runnable call) {
		assertThatNullPointerException().isThrownBy(call::run)
			.withMessage("The lock instrumentation " + Null.class.getName()
					+ " returned null; it has to return what the acquisition or the work returned.");
	}

	@Test
	void aBodyMayReturnNull() {
		assertThat(Instrumentations.of(List.of(LockInstrumentation.NONE))
			.<@Nullable Object, RuntimeException>locked(this.call, this.handle, () -> null)).isNull();
	}

	private static final class Null implements LockInstrumentation {

		@Override
		public <T> T acquire(LockCall call, Supplier<T> acquisition) {
			acquisition.get();
			return null;
		}

		@Override
		public <T> CompletionStage<T> acquireAsync(LockCall call, Supplier<CompletionStage<T>> acquisition) {
			acquisition.get();
			return null;
		}

		@Override
		public <T extends @Nullable Object, E extends Throwable> CompletionStage<T> lockedAsync(LockCall call,
				LockHandle handle, ThrowingSupplier<CompletionStage<T>, E> work) throws E {
			work.get();
			return null;
		}

	}

}
