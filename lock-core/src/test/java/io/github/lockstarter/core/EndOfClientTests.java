package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.core.PuppetStore.Call;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.GrantNotification;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreClock;
import io.github.lockstarter.store.memory.StallProofMemory;
import io.github.lockstarter.testing.GarbageCollection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for what coincides with the end of a client, or with its beginning.
 */
class EndOfClientTests {

	private static final Duration AMPLY = Duration.ofSeconds(10);

	@Test
	void aRenewalThatIsConfirmedAtTheLastMomentEndsInALossAllTheSame() throws InterruptedException {
		PuppetStore store = new PuppetStore();
		DefaultLockClient client = Clients.stallProofClient(store, "one");
		CompletableFuture<LockHandle> acquired = client.lock("key")
			.leaseTime(Duration.ofMillis(600))
			.acquireAsync()
			.toCompletableFuture();
		store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
		CompletableFuture<Void> lost = new CompletableFuture<>();
		acquired.join().onLost(() -> lost.complete(null));
		Call renewal = store.next(Operation.RENEW);
		client.close();
		renewal.answer(AcquisitionState.GRANTED, Duration.ofMillis(900));
		assertThat(lost).succeedsWithin(AMPLY);
	}

	/** A grant that was pushed is claimed a little later than it is used. */
	@Test
	void theLossOfALockThatIsNotClaimedYetIsToldAfterTheEnd() throws InterruptedException {
		PuppetStore store = new PuppetStore();
		DefaultLockClient client = Clients.client(store, ScaledPlatform.slower(100));
		CompletableFuture<LockHandle> waiting = client.lock("key").acquireAsync().toCompletableFuture();
		Call queued = store.next(Operation.ACQUIRE);
		queued.answer(AcquisitionState.QUEUED);
		await().until(() -> {
			store.push(store.grantFor(queued, 5));
			return waiting.isDone();
		});
		CompletableFuture<Void> lost = new CompletableFuture<>();
		waiting.join().onLost(() -> lost.complete(null));
		CompletableFuture<Void> closing = CompletableFuture.runAsync(client::close);
		store.next(Operation.ACQUIRE).answer(AcquisitionState.LOST);
		assertThat(lost).succeedsWithin(AMPLY);
		assertThat(closing).succeedsWithin(AMPLY);
	}

	@Test
	void aCallbackThatBlocksHoldsUpNoLossThatComesAfterTheEnd() {
		CompletableFuture<Void> unblocked = new CompletableFuture<>();
		CompletableFuture<Void> entered = new CompletableFuture<>();
		CompletableFuture<Void> told = new CompletableFuture<>();
		DefaultLockClient client = Clients.stallProofClient(StallProofMemory.newStore(), "one");
		try {
			client.lock("first").leaseTime(Duration.ofMillis(300)).acquire().onLost(unblocked::join);
			LockHandle second = client.lock("second").leaseTime(Duration.ofMillis(600)).acquire();
			second.onLost(() -> told.complete(null));
			CompletableFuture<Void> body = CompletableFuture.runAsync(() -> runUntilInterrupted(client, entered));
			entered.join();
			client.close();
			assertThat(told).succeedsWithin(AMPLY);
			assertThat(body).failsWithin(AMPLY).withThrowableThat().withCauseInstanceOf(LockLostException.class);
		}
		finally {
			unblocked.complete(null);
		}
	}

	private static void runUntilInterrupted(DefaultLockClient client, CompletableFuture<Void> entered) {
		try {
			client.lock("third").leaseTime(Duration.ofMillis(600)).onLoss(LossPolicy.INTERRUPT).run(() -> {
				entered.complete(null);
				new CountDownLatch(1).await();
			});
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void noThreadStaysForWhatIsNoLongerOfUse() throws InterruptedException {
		long before = timers();
		PuppetStore store = new PuppetStore();
		DefaultLockClient client = Clients.stallProofClient(store, "one");
		CompletableFuture<LockHandle> waiting = client.lock("key").acquireAsync().toCompletableFuture();
		store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
		CompletableFuture<Void> closing = waiting.thenAcceptAsync(LockHandle::close);
		store.next(Operation.RELEASE).fail();
		assertThat(closing).succeedsWithin(Duration.ofSeconds(20));
		client.close();
		await().until(() -> timers() <= before);
	}

	@Test
	void noThreadStaysForALockThatWasLeftToItsLease() {
		long before = timers();
		DefaultLockClient client = Clients.stallProofClient(StallProofMemory.newStore(), "one");
		acquireAndForget(client);
		client.close();
		GarbageCollection.until(() -> timers() <= before);
	}

	private static void acquireAndForget(DefaultLockClient client) {
		assertThat(client.lock("key").leaseTime(Duration.ofHours(1)).autoRenew(false).tryAcquire()).isPresent();
	}

	@Test
	void aStoreMayTellOfGrantsBeforeItIsOpen() {
		LockStore memory = StallProofMemory.newStore();
		LockStore early = (instance, listener) -> {
			listener.granted(new GrantNotification("key", 1, 1, 1, new StoreClock(1, "server")));
			listener.revoked("key", 1);
			listener.grantsMayBeLost();
			return memory.open(instance, listener);
		};
		try (DefaultLockClient client = Clients.stallProofClient(early, "one")) {
			client.lock("key").acquire().close();
		}
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void aLockThatIsNotReleasedBeforeTheEndIsNamed(CapturedOutput output) throws InterruptedException {
		PuppetStore store = new PuppetStore();
		DefaultLockClient client = Clients.client(store, ScaledPlatform.slower(100));
		CompletableFuture<LockHandle> waiting = client.lock("key").acquireAsync().toCompletableFuture();
		store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
		CompletableFuture<Void> closed = waiting.thenCompose(LockHandle::closeAsync);
		store.next(Operation.RELEASE).fail();
		assertThat(closed).succeedsWithin(AMPLY);
		client.close();
		assertThat(output).contains("Lock 'key' was not released (");
	}

	private static long timers() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().equals("lock-timer"))
			.count();
	}

	@Test
	void whoeverStopsItASecondTimeWaitsNoLongerThanTheFirst() {
		DefaultLockClient client = Clients.stallProofClient(StallProofMemory.newStore(), "one");
		LockHandle held = client.lock("key").acquire();
		CompletableFuture<Void> first = CompletableFuture.runAsync(() -> client.stop(Duration.ofMillis(500)));
		CompletableFuture<Void> second = CompletableFuture.runAsync(() -> client.stop(Duration.ofMinutes(1)));
		assertThat(first).succeedsWithin(AMPLY);
		assertThat(second).isNotDone();
		held.close();
		assertThat(second).succeedsWithin(AMPLY);
	}

	@Test
	void aClientThatWasStoppedIsNotStoppedOnceMore() {
		DefaultLockClient client = Clients.stallProofClient(StallProofMemory.newStore(), "one");
		LockHandle held = client.lock("key").acquire();
		client.stop(Duration.ZERO);
		assertThat(CompletableFuture.runAsync(() -> client.stop(Duration.ofMinutes(1)))).succeedsWithin(AMPLY);
		held.close();
	}

	@Test
	void aStartDuringTheStopIsTheLastWord() {
		try (DefaultLockClient client = Clients.stallProofClient(StallProofMemory.newStore(), "one")) {
			LockHandle held = client.lock("key").acquire();
			LockEngine stopping = client.engine();
			CompletableFuture<Void> stopped = CompletableFuture.runAsync(() -> client.stop(AMPLY));
			await().until(() -> !stopping.clientLifecycle().isOpen());
			client.start();
			held.close();
			assertThat(stopped).succeedsWithin(AMPLY);
			client.lock("key").acquire().close();
		}
	}

	@Test
	void waitsAsLongAsItTakesIfThatIsAllowed() {
		DefaultLockClient client = Clients.stallProofClient(StallProofMemory.newStore(), "one");
		LockHandle held = client.lock("key").acquire();
		CompletableFuture<Void> stopped = CompletableFuture
			.runAsync(() -> client.stop(Duration.ofSeconds(Long.MAX_VALUE)));
		await().until(() -> !client.engine().clientLifecycle().isOpen());
		held.close();
		assertThat(stopped).succeedsWithin(AMPLY);
		assertThat(client.engine().isClosed()).isTrue();
	}

	@Test
	void aClientThatCannotBeMadeLeavesNeitherThreadsNorSessions() {
		long before = timers();
		CompletableFuture<Void> closed = new CompletableFuture<>();
		LockStore first = new SabotagedStore(StallProofMemory.newStore(), (operation, arguments) -> {
			if (operation.equals("close")) {
				closed.complete(null);
			}
			return null;
		});
		LockStore second = (instance, listener) -> {
			throw new IllegalStateException("thrown by a test: no store");
		};
		LockStores stores = new LockStores(first, Map.of("second", second), Map.of("name", "second"));
		assertThatIllegalStateException()
			.isThrownBy(() -> new DefaultLockClient(stores, new LockSettings(LockOptions.NONE, Map.of()),
					new ClientIdentity("shop", "one"), LockClientOptions.DEFAULT, LockEventListener.NONE,
					LockInstrumentation.NONE))
			.withMessage("thrown by a test: no store");
		assertThat(closed).isDone();
		await().until(() -> timers() <= before);
	}

}
