package io.github.lockstarter.observation;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

import io.github.lockstarter.LockCall;
import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockState;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.testing.LogCapture;
import io.github.lockstarter.testing.StubHandle;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

@ExtendWith(LogCapture.class)
class LockObservationsTests {

	private static final Duration WAITED = Duration.ofMillis(20);

	private static final LockCall CALL = new LockCall("orders", List.of("order:1"), LockKind.MUTEX);

	private final TestObservationRegistry registry = TestObservationRegistry.create();

	private final LockObservations observations = new LockObservations(this.registry, null, null, true);

	@Test
	void showsTheWaitingForALock() {
		String acquired = this.observations.acquire(CALL, () -> {
			assertThat(this.registry.getCurrentObservation()).as("around the waiting").isNotNull();
			return "lock";
		});
		assertThat(acquired).isEqualTo("lock");
		assertThat(this.registry).hasSingleObservationThat()
			.hasNameEqualTo("distributed.lock.acquisition")
			.hasContextualNameEqualTo("acquire lock orders")
			.hasLowCardinalityKeyValue("lock.name", "orders")
			.hasLowCardinalityKeyValue("lock.kind", "mutex")
			.hasLowCardinalityKeyValue("lock.outcome", "acquired")
			.hasHighCardinalityKeyValue("lock.keys", "order:1")
			.doesNotHaveLowCardinalityKeyValueWithKey("lock.keys")
			.doesNotHaveError()
			.hasBeenStarted()
			.hasBeenStopped();
	}

	@Test
	void thatOthersHoldTheLockIsAnOutcomeAndNoError() {
		refuse(LockNotAcquiredException.tooManyWaiters("key", WAITED, WAITED, 2));
		assertThat(this.registry).hasSingleObservationThat()
			.hasLowCardinalityKeyValue("lock.outcome", "too-many-waiters")
			.doesNotHaveError()
			.hasBeenStopped();
	}

	@Test
	void anInterruptIsAnOutcomeAndNoError() {
		refuse(new LockInterruptedException("key", WAITED, new InterruptedException()));
		assertThat(this.registry).hasSingleObservationThat()
			.hasLowCardinalityKeyValue("lock.outcome", "interrupted")
			.doesNotHaveError();
	}

	@Test
	void anUnavailableStoreIsAnError() {
		refuse(new LockUnavailableException("key", WAITED, null));
		assertThat(this.registry).hasSingleObservationThat()
			.hasLowCardinalityKeyValue("lock.outcome", "unavailable")
			.thenError()
			.isInstanceOf(LockUnavailableException.class);
	}

	@Test
	void anythingUnforeseenIsAnError() {
		refuse(new IllegalStateException("unforeseen"));
		assertThat(this.registry).hasSingleObservationThat()
			.hasLowCardinalityKeyValue("lock.outcome", "failed")
			.thenError()
			.hasMessage("unforeseen");
	}

	@Test
	void showsTheWaitingForWhichThereIsNoThread() {
		CompletableFuture<String> stage = new CompletableFuture<>();
		assertThat(this.observations.acquireAsync(CALL, () -> stage)).isSameAs(stage);
		assertThat(this.registry).hasSingleObservationThat().hasBeenStarted().isNotStopped();
		assertThat(this.registry.getCurrentObservation()).isNull();
		stage.completeExceptionally(new CompletionException(new LockUnavailableException("key", WAITED, null)));
		assertThat(this.registry).hasSingleObservationThat()
			.hasBeenStopped()
			.hasLowCardinalityKeyValue("lock.outcome", "unavailable")
			.thenError()
			.isInstanceOf(LockUnavailableException.class);
	}

	@Test
	void endsTheObservationOfAnAsynchronousAcquisitionThatDoesNotBegin() {
		assertThatException().isThrownBy(() -> this.observations.acquireAsync(CALL, () -> {
			throw new IllegalStateException();
		}));
		assertThat(this.registry).hasSingleObservationThat().hasBeenStopped().hasError();
	}

	@Test
	void showsTheLockedSectionWithItsToken() {
		String result = this.observations.locked(CALL, new StubHandle("order:1"), () -> {
			assertThat(this.registry.getCurrentObservation()).as("around the body").isNotNull();
			return "done";
		});
		assertThat(result).isEqualTo("done");
		assertThat(this.registry).hasSingleObservationThat()
			.hasNameEqualTo("distributed.lock.section")
			.hasContextualNameEqualTo("hold lock orders")
			.hasLowCardinalityKeyValue("lock.name", "orders")
			.hasLowCardinalityKeyValue("lock.lost", "false")
			.hasHighCardinalityKeyValue("lock.keys", "order:1")
			.hasHighCardinalityKeyValue("lock.tokens", "7")
			.doesNotHaveError()
			.hasBeenStopped();
	}

	@Test
	void showsALossSeveralKeysAndALockWithoutAName() {
		LockCall call = new LockCall("", List.of("a", "b"), LockKind.MUTEX);
		this.observations.locked(call, new StubHandle(call.keys(), LockState.LOST), () -> "done");
		assertThat(this.registry).hasSingleObservationThat()
			.hasContextualNameEqualTo("hold lock")
			.hasLowCardinalityKeyValue("lock.name", "none")
			.hasLowCardinalityKeyValue("lock.lost", "true")
			.hasHighCardinalityKeyValue("lock.keys", "a, b")
			.hasHighCardinalityKeyValue("lock.tokens", "7, 8");
	}

	@ParameterizedTest
	@CsvSource({ "READ, read", "SEMAPHORE, semaphore" })
	void showsTheKindOfALockThatIsSharedAndNoToken(LockKind kind, String label) {
		LockCall call = new LockCall("reports", List.of("order:1"), kind);
		this.observations.acquire(call, () -> "lock");
		assertThat(this.registry).hasSingleObservationThat().hasLowCardinalityKeyValue("lock.kind", label);
		this.registry.clear();
		this.observations.locked(call, new StubHandle("order:1"), () -> "done");
		assertThat(this.registry).hasSingleObservationThat()
			.hasLowCardinalityKeyValue("lock.kind", label)
			.hasHighCardinalityKeyValue("lock.keys", "order:1")
			.doesNotHaveHighCardinalityKeyValueWithKey("lock.tokens");
	}

	@Test
	void whatTheBodyThrowsIsAnErrorAndPasses() {
		Exception failure = new Exception("body");
		assertThatException().isThrownBy(() -> this.observations.locked(CALL, new StubHandle("order:1"), () -> {
			throw failure;
		})).isSameAs(failure);
		assertThat(this.registry).hasSingleObservationThat().hasBeenStopped().thenError().isSameAs(failure);
	}

	@Test
	void keysAreShownOnlyOnRequest() {
		LockObservations usual = new LockObservations(this.registry, null, null, false);
		usual.acquire(CALL, () -> "lock");
		usual.locked(CALL, new StubHandle("order:1"), () -> "done");
		assertThat(this.registry).hasNumberOfObservationsEqualTo(2)
			.forAllObservationsWithNameEqualTo("distributed.lock.acquisition",
					(observation) -> observation.doesNotHaveHighCardinalityKeyValueWithKey("lock.keys"))
			.forAllObservationsWithNameEqualTo("distributed.lock.section",
					(observation) -> observation.doesNotHaveHighCardinalityKeyValueWithKey("lock.keys")
						.hasHighCardinalityKeyValueWithKey("lock.tokens"));
	}

	@Test
	void anApplicationHasConventionsOfItsOwn() {
		LockObservations own = new LockObservations(this.registry, new DefaultLockAcquisitionConvention() {

			@Override
			public KeyValues getHighCardinalityKeyValues(LockAcquisitionContext context) {
				return KeyValues.empty();
			}

		}, new DefaultLockedSectionConvention() {

			@Override
			public String getName() {
				return "critical";
			}

		}, true);
		own.acquire(CALL, () -> "lock");
		own.locked(CALL, new StubHandle("order:1"), () -> "done");
		assertThat(this.registry).hasNumberOfObservationsEqualTo(2)
			.hasObservationWithNameEqualTo("distributed.lock.acquisition")
			.that()
			.doesNotHaveHighCardinalityKeyValueWithKey("lock.keys");
		assertThat(this.registry).hasObservationWithNameEqualTo("critical");
	}

	@ParameterizedTest
	@ValueSource(strings = { "distributed.lock.acquisition", "distributed.lock.section" })
	void tellsWhatIsDocumented(String name) {
		this.observations.acquire(CALL, () -> "lock");
		this.observations.locked(CALL, new StubHandle("order:1"), () -> "done");
		LockObservation documented = List.of(LockObservation.values())
			.stream()
			.filter((observation) -> observation.defaultName().equals(name))
			.findFirst()
			.orElseThrow();
		assertThat(this.registry).hasObservationWithNameEqualTo(name)
			.that()
			.hasOnlyKeys(Stream.of(documented.getLowCardinalityKeyNames(), documented.getHighCardinalityKeyNames())
				.flatMap(Stream::of)
				.map((key) -> key.asString())
				.toArray(String[]::new));
	}

	@Test
	void aHandlerThatFailsTakesNoLockFromItsCaller() {
		ObservationRegistry failing = ObservationRegistry.create();
		failing.observationConfig().observationHandler(new ObservationHandler<>() {

			@Override
			public void onStop(Observation.Context context) {
				throw new IllegalStateException("no trace");
			}

			@Override
			public boolean supportsContext(Observation.Context context) {
				return true;
			}

		});
		assertThat(new LockObservations(failing, null, null, true).acquire(CALL, () -> "lock")).isEqualTo("lock");
	}

	private void refuse(RuntimeException failure) {
		assertThatException().isThrownBy(() -> this.observations.acquire(CALL, () -> {
			throw failure;
		})).isSameAs(failure);
	}

}
