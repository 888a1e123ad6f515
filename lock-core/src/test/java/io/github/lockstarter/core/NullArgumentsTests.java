package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockKeyException;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.ThrowingRunnable;
import io.github.lockstarter.ThrowingSupplier;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Passes null wherever nothing allows it.
 */
class NullArgumentsTests {

	private static final String NULL_KEY = "A key to lock is null; give each lock a key of its own.";

	private final DefaultLockClient client = new DefaultLockClient(StallProofMemory.newStore(),
			new LockSettings(LockOptions.NONE, Map.of()), new ClientIdentity("test", "test"),
			LockClientOptions.DEFAULT);

	@AfterEach
	void close() {
		this.client.close();
	}

	@Test
	@SuppressWarnings("NullAway")
	void refusesANullKey() {
		assertThatExceptionOfType(LockKeyException.class).isThrownBy(() -> this.client.lock((String) null))
			.withMessage(NULL_KEY);
		assertThatExceptionOfType(LockKeyException.class).isThrownBy(() -> this.client.lock(Arrays.asList("a", null)))
			.withMessage(NULL_KEY);
		assertThatExceptionOfType(LockKeyException.class).isThrownBy(() -> this.client.lock((Collection<String>) null))
			.withMessage("The collection of keys to lock is null; give at least one key.");
	}

	@ParameterizedTest
	@MethodSource
	void refusesANullArgumentBeforeAnythingIsTaken(Consumer<LockSpec> use, String message) {
		assertThatIllegalArgumentException().isThrownBy(() -> use.accept(this.client.lock("key"))).withMessage(message);
		assertThat(this.client.lock("key").inspect().held()).isFalse();
	}

	@SuppressWarnings("NullAway")
	static Stream<Arguments> refusesANullArgumentBeforeAnythingIsTaken() {
		return Stream.of(
				arguments((lock) -> lock.tryAcquire((Duration) null),
						"The option 'waitTime' is null; give it a value."),
				arguments((lock) -> lock.waitTime(null), "The option 'waitTime' is null; give it a value."),
				arguments((lock) -> lock.leaseTime(null), "The option 'leaseTime' is null; give it a value."),
				arguments((lock) -> lock.maxHold(null), "The option 'maxHold' is null; give it a value."),
				arguments((lock) -> lock.minHold(null), "The option 'minHold' is null; give it a value."),
				arguments((lock) -> lock.warnAfter(null), "The option 'warnAfter' is null; give it a value."),
				arguments((lock) -> lock.onLoss(null), "The option 'onLoss' is null; give it a value."),
				arguments((lock) -> lock.backOff(null), "The option 'backOff' is null; give it a value."),
				arguments((lock) -> lock.options(null), "The options are null; use LockOptions.NONE to set none."),
				arguments((lock) -> lock.name(null),
						"The name of the lock is null; leave it out for a lock without a name."),
				arguments((lock) -> lock.run((ThrowingRunnable<RuntimeException>) null),
						"The body to run under the lock is null; pass the code to run."),
				arguments((lock) -> lock.call((ThrowingSupplier<String, RuntimeException>) null),
						"The body to run under the lock is null; pass the code to run."));
	}

	private static Arguments arguments(Consumer<LockSpec> use, String message) {
		return Arguments.of(use, message);
	}

	@Test
	@SuppressWarnings("NullAway")
	void refusesANullBodyOfAHandle() {
		try (LockHandle held = this.client.lock("key").acquire()) {
			assertThatIllegalArgumentException()
				.isThrownBy(() -> held.call((ThrowingSupplier<String, RuntimeException>) null))
				.withMessage("The body to run under the lock is null; pass the code to run.");
			assertThatIllegalArgumentException().isThrownBy(() -> held.run((ThrowingRunnable<RuntimeException>) null))
				.withMessage("The body to run under the lock is null; pass the code to run.");
			assertThatIllegalArgumentException().isThrownBy(() -> held.extend(null))
				.withMessage("The lease to extend to is null; give it a value.");
		}
	}

}
