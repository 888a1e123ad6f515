package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

import io.github.lockstarter.LockEvent;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockLostEvent;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreFeature;
import io.github.lockstarter.store.tck.NeedsFeature;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Two clients of one store, as two JVMs have them. After each test nothing may be left
 * behind: no holder and no waiter in the store, and no queue, scope or timer in a client.
 */
@ExtendWith({ RepeatedIfDisturbed.class, NeedsFeature.Check.class })
abstract class TwoClients implements NeedsFeature.OfStore {

	static final Duration BRIEFLY = Duration.ofMillis(400);

	static final Duration AMPLY = Duration.ofSeconds(20);

	final String key = "order:" + UUID.randomUUID();

	/** The losses of the first client. */
	final List<LockLostEvent> events = new CopyOnWriteArrayList<>();

	final DefaultLockClient one;

	final DefaultLockClient two;

	private final List<Runnable> afterTest = new ArrayList<>();

	private final Set<StoreFeature> lacks;

	private final List<String> keys = new ArrayList<>(List.of(this.key));

	private final ExecutorService threads = Executors.newCachedThreadPool();

	TwoClients(StoreUnderTest store) {
		this(store, LockClientOptions.DEFAULT);
	}

	TwoClients(StoreUnderTest store, LockClientOptions options) {
		LockStore shared = store.open(this.afterTest::add);
		this.lacks = shared.lacks();
		this.one = new DefaultLockClient(LockStores.of(shared), new LockSettings(LockOptions.NONE, Map.of()),
				new ClientIdentity("shop", "one"), options,
				new DefaultLockClient.Observers(this::add, LockInstrumentation.NONE), store.newPlatform());
		this.two = new DefaultLockClient(LockStores.of(shared), new LockSettings(LockOptions.NONE, Map.of()),
				new ClientIdentity("shop", "two"), options,
				new DefaultLockClient.Observers(LockEventListener.NONE, LockInstrumentation.NONE), store.newPlatform());
	}

	/** A call with a short wait time may be the first one, and the machine busy. */
	@BeforeEach
	void connect() {
		Stream.of(this.one, this.two).forEach((client) -> client.engine().warmUp().toCompletableFuture().join());
	}

	private void add(LockEvent event) {
		if (event instanceof LockLostEvent lost) {
			this.events.add(lost);
		}
	}

	/** One more key that shall be free after the test. */
	String anotherKey() {
		String another = "another:" + UUID.randomUUID();
		this.keys.add(another);
		return another;
	}

	<T> CompletableFuture<T> onAnotherThread(Callable<T> task) {
		CompletableFuture<T> result = new CompletableFuture<>();
		this.threads.execute(() -> {
			try {
				result.complete(task.call());
			}
			catch (Throwable ex) {
				result.completeExceptionally(ex);
			}
		});
		return result;
	}

	LockHandle acquire(DefaultLockClient client) {
		return client.lock(this.key).waitTime(AMPLY).acquire();
	}

	/** Acquired by another thread, and not to be entered again by any. */
	LockHandle heldElsewhere(DefaultLockClient client) {
		return onAnotherThread(() -> acquire(client).detach()).join();
	}

	@Override
	public boolean lacks(StoreFeature feature) {
		return this.lacks.contains(feature);
	}

	/** Count the calls of a client that wait for a lock. */
	static long waitingCalls(DefaultLockClient client, String key) {
		return client.waiting().stream().filter((call) -> call.key().equals(key)).count();
	}

	/** Wait until so many clients wait. */
	void awaitWaiters(int count) {
		await().until(() -> waiters() == count);
	}

	/** A store without a queue doesn't know who asks again and again. */
	private long waiters() {
		return lacks(StoreFeature.QUEUE)
				? Stream.of(this.one, this.two).filter((client) -> waitingCalls(client, this.key) > 0).count()
				: this.one.lock(this.key).inspect().waiters();
	}

	@AfterEach
	void leavesNothingBehind() {
		try {
			for (String used : this.keys) {
				await(used).ignoreExceptionsInstanceOf(LockUnavailableException.class)
					.until(() -> this.two.lock(used).inspect(), (info) -> !info.held() && info.waiters() == 0);
			}
			await().untilAsserted(() -> {
				assertThat(this.one.engine().isIdle()).isTrue();
				assertThat(this.two.engine().isIdle()).isTrue();
			});
		}
		finally {
			this.threads.shutdownNow();
			this.one.close();
			this.two.close();
			this.afterTest.forEach(Runnable::run);
		}
	}

}
