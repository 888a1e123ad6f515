package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockNoMajorityException;
import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.NoMajorityException;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for locks in a store that has no queue, or that is several stores of which too
 * few answer.
 */
class WithoutQueueTests {

	private static final Map<String, String> TROUBLES = Map.of("b:6379", "connection refused");

	private final List<Duration> places = new CopyOnWriteArrayList<>();

	private LockStore withoutQueue(LockStore store) {
		return new SabotagedStore(store, (operation, arguments) -> {
			if (operation.equals("acquire") && arguments[0] instanceof AcquireRequest request) {
				this.places.add(request.queueFor());
			}
			return operation.equals("canQueue") ? Boolean.FALSE : null;
		});
	}

	@Test
	void whoeverWaitsTakesNoPlaceAndAsksAgainAfterPausesUntilItIsServed() {
		LockStore memory = StallProofMemory.newStore();
		LockStore store = withoutQueue(memory);
		try (DefaultLockClient one = TwoClients.stallProofClient(memory, "one");
				DefaultLockClient two = TwoClients.stallProofClient(store, "two")) {
			LockHandle held = one.lock("key").acquire();
			CompletableFuture<LockHandle> waiter = two.lock("key")
				.waitTime(Duration.ofMinutes(1))
				.acquireAsync()
				.toCompletableFuture();
			await().until(() -> this.places.size() > 2);
			assertThat(one.lock("key").inspect().waiters()).isZero();
			held.close();
			waiter.join().close();
			assertThat(this.places).containsOnly(Duration.ZERO);
		}
	}

	@Test
	void aMinorityIsToldAtOnceWithTheTroubleOfEachServer() {
		LockStore store = new SabotagedStore(StallProofMemory.newStore(),
				(operation, arguments) -> operation.equals("acquire")
						? CompletableFuture.failedStage(new NoMajorityException(3, 2, TROUBLES, false)) : null);
		try (DefaultLockClient one = TwoClients.stallProofClient(store, "one")) {
			assertThatExceptionOfType(LockNoMajorityException.class)
				.isThrownBy(() -> one.lock("key").waitTime(Duration.ofDays(1)).acquire())
				.withMessageContaining("2 of 3 lock servers answer, 2 are needed; b:6379: connection refused")
				.satisfies((failure) -> assertThat(failure.getTroubles()).isEqualTo(TROUBLES));
		}
	}

}
