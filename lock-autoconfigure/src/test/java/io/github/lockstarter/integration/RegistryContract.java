package io.github.lockstarter.integration;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.core.ClientIdentity;
import io.github.lockstarter.core.DefaultLockClient;
import io.github.lockstarter.core.LockClientOptions;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.testing.RepeatedIfDisturbed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.integration.support.locks.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What components of Spring Integration expect of any registry of locks, shown with
 * registries of several clients that share a store. After each test nobody holds a lock.
 */
@ExtendWith(RepeatedIfDisturbed.class)
abstract class RegistryContract {

	private static final Duration AMPLY = Duration.ofSeconds(20);

	/** Long enough for a busy machine to do something else in that time. */
	private static final Duration FOR_A_WHILE = Duration.ofSeconds(4);

	private static final Duration BRIEFLY = Duration.ofMillis(200);

	private final LockSettings settings = new LockSettings(LockOptions.NONE,
			Map.of("not-renewed", LockOptions.of(LockOption.LEASE_TIME, BRIEFLY).with(LockOption.AUTO_RENEW, false)));

	private final String key = UUID.randomUUID().toString();

	private final LockStore store;

	private final List<DefaultLockClient> clients = new ArrayList<>();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final DistributedLockRegistry registry;

	private final DistributedLockRegistry elsewhere;

	RegistryContract(LockStore store) {
		this.store = store;
		this.registry = registry("files");
		this.elsewhere = registry("files");
	}

	private DistributedLockRegistry registry(String name) {
		DefaultLockClient client = new DefaultLockClient(this.store, this.settings,
				new ClientIdentity("shop", "node " + this.clients.size()), LockClientOptions.DEFAULT);
		this.clients.add(client);
		return new DistributedLockRegistry(client, this.settings, name);
	}

	private <T> CompletableFuture<T> onAnotherThread(Callable<T> task) {
		return CompletableFuture.supplyAsync(() -> {
			try {
				return task.call();
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		}, this.threads);
	}

	@AfterEach
	void leavesNothingBehind() {
		try {
			assertThat(this.clients).allSatisfy((client) -> {
				assertThat(client.held()).isEmpty();
				assertThat(client.waiting()).isEmpty();
			});
			// of another client, a wait that is given up may end behind the release
			await().untilAsserted(() -> assertThat(this.clients.get(0).lock(this.key).inspect().held()).isFalse());
		}
		finally {
			this.threads.shutdownNow();
			this.clients.forEach(DefaultLockClient::close);
		}
	}

	@Test
	void isLockedAndUnlockedAgainAndAgain() throws InterruptedException {
		for (int time = 0; time < 10; time++) {
			DistributedLock lock = this.registry.obtain(this.key);
			lock.lock();
			this.registry.obtain(this.key).lockInterruptibly();
			assertThat(onAnotherThread(lock::tryLock)).succeedsWithin(AMPLY).isEqualTo(false);
			lock.unlock();
			assertThat(this.elsewhere.obtain(this.key).tryLock()).isFalse();
			lock.unlock();
			assertThat(this.elsewhere.obtain(this.key).tryLock()).isTrue();
			this.elsewhere.obtain(this.key).unlock();
		}
	}

	@Test
	void aThreadHoldsSeveralLocks() {
		this.registry.obtain(this.key).lock();
		DistributedLock inner = this.registry.obtain(this.key + "/inner");
		inner.lock();
		assertThat(this.elsewhere.obtain(this.key + "/inner").tryLock()).isFalse();
		inner.unlock();
		assertThat(this.elsewhere.obtain(this.key).tryLock()).isFalse();
		this.registry.obtain(this.key).unlock();
	}

	@Test
	void anUnlockLetsOneOfThoseInThatWaitAndTheNextOneTheOther() {
		this.registry.obtain(this.key).lock();
		List<String> entered = new ArrayList<>();
		List<CompletableFuture<Void>> waiting = List.of(this.registry, this.elsewhere)
			.stream()
			.map((each) -> onAnotherThread(() -> enter(each, entered)))
			.toList();
		await().until(() -> this.clients.stream().noneMatch((client) -> client.waiting().isEmpty()));
		this.registry.obtain(this.key).unlock();
		assertThat(waiting).allSatisfy((each) -> assertThat(each).succeedsWithin(AMPLY));
		assertThat(entered).containsExactly("in", "out", "in", "out");
	}

	private Void enter(DistributedLockRegistry registry, List<String> entered) throws InterruptedException {
		registry.obtain(this.key).lockInterruptibly();
		entered.add("in");
		assertThat(List.of(this.registry, this.elsewhere)).filteredOn((other) -> other != registry)
			.allSatisfy((other) -> assertThat(other.obtain(this.key).tryLock()).isFalse());
		entered.add("out");
		registry.obtain(this.key).unlock();
		return null;
	}

	@Test
	void manyRegistriesTakeTheirTurns() {
		List<DistributedLockRegistry> registries = IntStream.range(0, 8).mapToObj((each) -> registry("files")).toList();
		int[] count = new int[1];
		List<CompletableFuture<Integer>> work = registries.stream()
			.flatMap((each) -> IntStream.range(0, 3)
				.mapToObj((time) -> onAnotherThread(
						() -> each.<Integer, RuntimeException>executeLocked(this.key, AMPLY, () -> ++count[0]))))
			.toList();
		assertThat(work.stream().map(CompletableFuture::join))
			.containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, 24).boxed().toList());
	}

	@Test
	void whoeverForgetsUnusedLocksMeanwhileDisturbsNobody() {
		for (int time = 0; time < 20; time++) {
			String each = this.key + "/" + time;
			List<CompletableFuture<DistributedLock>> views = List.of(this.registry, this.registry)
				.stream()
				.map((same) -> onAnotherThread(() -> {
					same.expireUnusedOlderThan(0);
					DistributedLock lock = same.obtain(each);
					assertThat(lock.tryLock(20, TimeUnit.SECONDS)).isTrue();
					lock.unlock();
					return lock;
				}))
				.toList();
			assertThat(views.get(0).join()).isEqualTo(views.get(1).join());
		}
	}

	@Test
	void whoeverIsRefusedDoesNotProlongTheLock() {
		DistributedLockRegistry notRenewed = registry("not-renewed");
		notRenewed.obtain(this.key).lock(BRIEFLY);
		await().pollInterval(Duration.ofMillis(10)).until(() -> {
			boolean locked = this.elsewhere.obtain(this.key).tryLock();
			if (locked) {
				this.elsewhere.obtain(this.key).unlock();
			}
			return locked;
		});
		assertThatExceptionOfType(LockLostException.class).isThrownBy(notRenewed.obtain(this.key)::unlock);
	}

	@Test
	void whoeverLostALockDoesNotUnlockThatOfAnother() {
		DistributedLockRegistry notRenewed = registry("not-renewed");
		notRenewed.obtain(this.key).lock();
		this.elsewhere.obtain(this.key).lock();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(notRenewed.obtain(this.key)::unlock);
		assertThat(this.registry.obtain(this.key).tryLock()).isFalse();
		this.elsewhere.obtain(this.key).unlock();
	}

	@Test
	void aThreadThatWasRefusedHasNothingToUnlockOrRenew() {
		DistributedLock lock = this.registry.obtain(this.key);
		lock.lock();
		DistributedLock refused = this.elsewhere.obtain(this.key);
		assertThat(refused.tryLock()).isFalse();
		assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(refused::unlock);
		assertThatExceptionOfType(IllegalMonitorStateException.class)
			.isThrownBy(() -> this.elsewhere.renewLock(this.key));
		assertThatExceptionOfType(TimeoutException.class)
			.isThrownBy(() -> this.elsewhere.executeLocked(this.key, BRIEFLY, () -> "never"));
		lock.unlock();
	}

	@Test
	void aRenewedLockOutlastsItsFormerTimeToLive() throws InterruptedException {
		DistributedLockRegistry notRenewed = registry("not-renewed");
		notRenewed.obtain(this.key).lock(FOR_A_WHILE);
		notRenewed.renewLock(this.key, AMPLY);
		assertThat(this.elsewhere.obtain(this.key).tryLock(FOR_A_WHILE.toMillis(), TimeUnit.MILLISECONDS)).isFalse();
		notRenewed.obtain(this.key).unlock();
	}

	@Test
	void anInterruptedThreadHasUnlockedWhenUnlockReturns() {
		for (int time = 0; time < 10; time++) {
			assertThat(onAnotherThread(() -> {
				this.registry.obtain(this.key).lock();
				Thread.currentThread().interrupt();
				this.registry.obtain(this.key).unlock();
				return Thread.interrupted();
			})).succeedsWithin(AMPLY).isEqualTo(true);
			assertThat(this.elsewhere.obtain(this.key).tryLock()).isTrue();
			this.elsewhere.obtain(this.key).unlock();
		}
	}

}
