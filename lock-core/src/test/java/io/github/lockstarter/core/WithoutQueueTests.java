package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.lockstarter.LocalHandover;
import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockNoMajorityException;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.NoMajorityException;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreFeature;
import io.github.lockstarter.store.memory.StallProofMemory;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for locks in a store that has no queue, or that is several stores of which too
 * few answer.
 */
class WithoutQueueTests {

	private static final Map<String, String> TROUBLES = Map.of("b:6379", "connection refused");

	private static final Duration AMPLY = Duration.ofSeconds(30);

	private static final Duration LONG = Duration.ofMinutes(5);

	private final List<Duration> places = new CopyOnWriteArrayList<>();

	private final List<Owner> askers = new CopyOnWriteArrayList<>();

	private LockStore withoutQueue(LockStore store) {
		return new LackingStore(new SabotagedStore(store, (operation, arguments) -> {
			if (operation.equals("acquire") && arguments[0] instanceof AcquireRequest request) {
				this.places.add(request.placeTimeout());
				this.askers.add(request.owner());
			}
			return null;
		}), EnumSet.of(StoreFeature.QUEUE));
	}

	@Test
	void whoeverWaitsTakesNoPlaceAndAsksAgainAfterPausesUntilItIsServed() {
		LockStore memory = StallProofMemory.newStore();
		LockStore store = withoutQueue(memory);
		try (DefaultLockClient one = Clients.stallProofClient(memory, "one");
				DefaultLockClient two = Clients.stallProofClient(store, "two")) {
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
	void callersOfOneJvmAreServedInTheirOrder() {
		List<Integer> served = new CopyOnWriteArrayList<>();
		try (DefaultLockClient one = Clients.stallProofClient(withoutQueue(StallProofMemory.newStore()), "one")) {
			LockHandle held = one.lock("key").acquire();
			List<CompletableFuture<Void>> waiters = new ArrayList<>();
			for (int i = 0; i < 10; i++) {
				int number = i;
				waiters.add(waiting(one).thenAccept((handle) -> {
					served.add(number);
					handle.close();
				}));
			}
			held.close();
			waiters.forEach((waiter) -> assertThat(waiter).succeedsWithin(AMPLY));
			assertThat(served).isSorted().hasSize(10);
		}
	}

	@Test
	void whoeverComesBackAtOnceFindsAWaiterOfItsJvmServed() {
		try (DefaultLockClient one = Clients.stallProofClient(withoutQueue(StallProofMemory.newStore()), "one")) {
			LockHandle held = one.lock("key").acquire();
			CompletableFuture<LockHandle> waiter = waiting(one);
			await().until(() -> Waiting.at(one, "key") == 1);
			held.close();
			assertThat(one.lock("key").tryAcquire()).isEmpty();
			assertThat(waiter).succeedsWithin(AMPLY);
			waiter.join().close();
		}
	}

	@Test
	void onlyTheFirstOfAJvmAsks() {
		LockStore memory = StallProofMemory.newStore();
		ExecutorService threads = Executors.newFixedThreadPool(2);
		try (DefaultLockClient one = Clients.stallProofClient(memory, "one");
				DefaultLockClient two = Clients.stallProofClient(withoutQueue(memory), "two")) {
			LockHandle held = one.lock("key").acquire();
			List<CompletableFuture<Void>> waiters = new ArrayList<>();
			for (int i = 1; i <= 2; i++) {
				int waiting = i;
				waiters
					.add(CompletableFuture.runAsync(() -> two.lock("key").waitTime(LONG).acquire().close(), threads));
				await().until(() -> Waiting.at(two, "key") == waiting);
			}
			this.askers.clear();
			await().until(() -> this.askers.size() > 5);
			assertThat(Set.copyOf(this.askers)).hasSize(1);
			held.close();
			waiters.forEach((waiter) -> assertThat(waiter).succeedsWithin(AMPLY));
		}
		finally {
			threads.shutdownNow();
		}
	}

	@Test
	void aJvmWhoseCallersComeBackAtOnceLetsOthersIn() {
		LockStore store = withoutQueue(StallProofMemory.newStore());
		ExecutorService threads = Executors.newFixedThreadPool(3);
		AtomicBoolean over = new AtomicBoolean();
		try (DefaultLockClient one = Clients.stallProofClient(store, "one");
				DefaultLockClient two = Clients.stallProofClient(store, "two")) {
			List<CompletableFuture<Void>> greedy = new ArrayList<>();
			for (int i = 0; i < 3; i++) {
				greedy.add(CompletableFuture.runAsync(() -> {
					while (!over.get()) {
						one.lock("key").waitTime(LONG).acquire().close();
					}
				}, threads));
			}
			await().until(() -> Waiting.at(one, "key") > 0);
			CompletableFuture<LockHandle> waiter = waiting(two);
			assertThat(waiter).succeedsWithin(AMPLY);
			over.set(true);
			waiter.join().close();
			greedy.forEach((caller) -> assertThat(caller).succeedsWithin(AMPLY));
		}
		finally {
			over.set(true);
			threads.shutdownNow();
		}
	}

	@Test
	void aTryDoesNotWaitForThePauseOfThoseBeforeIt() {
		LockStore store = withoutQueue(StallProofMemory.newStore());
		LockClientOptions neverHandOver = new LockClientOptions(null, new LocalHandover(0, Duration.ZERO));
		try (DefaultLockClient one = Clients.client(store, neverHandOver, LockEventListener.NONE,
				LockInstrumentation.NONE, new StallProofPlatform())) {
			LockHandle held = one.lock("key").acquire();
			CompletableFuture<LockHandle> waiter = waiting(one);
			await().until(() -> Waiting.at(one, "key") == 1);
			held.close();
			assertThat(one.lock("key").tryAcquire()).isEmpty();
			assertThat(waiter).succeedsWithin(AMPLY);
			waiter.join().close();
		}
	}

	@Test
	void aCallerIsToldThatTheStoreFailsHoweverOftenItHasAsked() {
		LockStore store = new SabotagedStore(withoutQueue(StallProofMemory.newStore()),
				(operation, arguments) -> operation.equals("acquire")
						? CompletableFuture.failedStage(new StoreException("no answer", true, null)) : null);
		try (DefaultLockClient one = Clients.stallProofClient(store, "one")) {
			assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> one.lock("key").waitTime(Duration.ofSeconds(1)).acquire())
				.withMessageContaining("no answer");
		}
	}

	private static CompletableFuture<LockHandle> waiting(LockClient client) {
		return client.lock("key").waitTime(LONG).acquireAsync().toCompletableFuture();
	}

	@Test
	void aMinorityIsToldAtOnceWithTheTroubleOfEachServer() {
		LockStore store = new SabotagedStore(StallProofMemory.newStore(),
				(operation, arguments) -> operation.equals("acquire")
						? CompletableFuture.failedStage(new NoMajorityException(3, 2, TROUBLES, false)) : null);
		try (DefaultLockClient one = Clients.stallProofClient(store, "one")) {
			assertThatExceptionOfType(LockNoMajorityException.class)
				.isThrownBy(() -> one.lock("key").waitTime(Duration.ofDays(1)).acquire())
				.withMessageContaining("2 of 3 lock servers answer, 2 are needed; b:6379: connection refused")
				.satisfies((failure) -> assertThat(failure.getTroubles()).isEqualTo(TROUBLES));
		}
	}

	@Test
	void whatTheStoreLacksIsRefusedInOneSentenceBeforeItIsAsked() {
		LockStore store = new LackingStore(withoutQueue(StallProofMemory.newStore()),
				EnumSet.of(StoreFeature.QUEUE, StoreFeature.SHARES));
		try (DefaultLockClient one = Clients.stallProofClient(store, "one")) {
			assertThatIllegalArgumentException().isThrownBy(() -> one.lock("key").fair().acquire())
				.withMessage(
						"The lock store has no queue, so it can't serve in the order that the option 'fair' asks for;"
								+ " leave out the option, or keep the lock in another store.");
			assertThatIllegalArgumentException().isThrownBy(() -> one.lock("key").read().acquireAsync())
				.withMessage("The lock store has neither read locks nor semaphores, so the option 'kind' can't be READ;"
						+ " keep the lock in another store.");
			assertThat(this.askers).isEmpty();
		}
	}

	private record LackingStore(LockStore store, Set<StoreFeature> lacks) implements LockStore {

		@Override
		public LockSession open(String instance, GrantListener listener) {
			return this.store.open(instance, listener);
		}

	}

}
