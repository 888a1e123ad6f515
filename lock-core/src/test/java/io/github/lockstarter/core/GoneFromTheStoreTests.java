package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LocalHandover;
import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockEventListener;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.core.PuppetStore.Call;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.store.AcquisitionState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for waiters whose lock is gone from the store, while its holder of the same JVM
 * believes to have it.
 */
class GoneFromTheStoreTests {

	private static final Duration LEASE = Duration.ofMinutes(10);

	private final PuppetStore store = new PuppetStore();

	private final DefaultLockClient client = new DefaultLockClient(LockStores.of(this.store),
			new LockSettings(LockOptions.NONE, Map.of()), new ClientIdentity("shop", "one"),
			new LockClientOptions(null, new LocalHandover(64, Duration.ofMinutes(1))),
			new DefaultLockClient.Observers(LockEventListener.NONE, LockInstrumentation.NONE),
			new StallProofPlatform());

	@AfterEach
	void leavesNothingBehind() {
		this.store.release();
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	private LockSpec lock(boolean renewed) {
		return this.client.lock("order:42").leaseTime(LEASE).autoRenew(renewed);
	}

	private Call granted() throws InterruptedException {
		Call call = this.store.next(Operation.ACQUIRE);
		call.answer(AcquisitionState.GRANTED);
		return call;
	}

	private void goesToTheNextOfItsJvm(boolean renewed, Duration lookedUpWith) throws InterruptedException {
		CompletableFuture<LockHandle> first = lock(renewed).acquireAsync().toCompletableFuture();
		granted();
		CompletableFuture<LockHandle> next = lock(renewed).acquireAsync().toCompletableFuture();
		Call lookUp = this.store.next(Operation.RENEW);
		assertThat(lookUp.lease()).isEqualTo(lookedUpWith);
		lookUp.answer(AcquisitionState.GRANTED);
		this.store.next(Operation.RENEW).answer(AcquisitionState.UNKNOWN);
		granted();
		assertThat(next.join().isValid()).isTrue();
		assertThat(first.join().isLost()).isTrue();
		this.store.release();
		next.join().close();
		first.join().close();
	}

	@Test
	void aLockThatIsRenewedGoesToTheNextOfItsJvmBeforeTheNextRenewalIsDue() throws InterruptedException {
		goesToTheNextOfItsJvm(true, LEASE);
	}

	@Test
	void aLockThatIsNotRenewedGoesToTheNextOfItsJvmBeforeItsLeaseEnds() throws InterruptedException {
		goesToTheNextOfItsJvm(false, Duration.ofMillis(1));
	}

	/** Only then does its JVM hear of a release by force. */
	@Test
	void aLookUpSubscribesToTheLockUnlessThatIsDone() throws InterruptedException {
		this.store.answerNoSubscription();
		LockHandle first = acquired(lock(true));
		assertThat(this.store.subscriptions()).isZero();
		CompletableFuture<LockHandle> next = lock(true).acquireAsync().toCompletableFuture();
		this.store.next(Operation.RENEW).answer(AcquisitionState.GRANTED);
		assertThat(this.store.subscriptions()).isOne();
		next.cancel(false);
		this.store.release();
		first.close();
	}

	@Test
	void aLookUpThatFailsMakesAHolderNeitherLoseItsLockNorDoubtIt() throws InterruptedException {
		LockHandle first = acquired(lock(false));
		CompletableFuture<LockHandle> next = lock(false).acquireAsync().toCompletableFuture();
		this.store.next(Operation.RENEW).fail();
		this.store.next(Operation.RENEW).answer(AcquisitionState.GRANTED);
		assertThat(first.isValid()).isTrue();
		next.cancel(false);
		this.store.release();
		first.close();
	}

	private LockHandle acquired(LockSpec lock) throws InterruptedException {
		CompletableFuture<LockHandle> handle = lock.acquireAsync().toCompletableFuture();
		granted();
		return handle.join();
	}

	@Test
	void aLockThatNobodyElseWaitsForAnyMoreIsNotLookedUp() throws InterruptedException {
		LockHandle first = acquired(lock(false));
		CompletableFuture<LockHandle> next = lock(false).acquireAsync().toCompletableFuture();
		next.cancel(false);
		LockHandle other = acquired(this.client.lock("other").leaseTime(Duration.ofSeconds(9)));
		this.store.next(Operation.RENEW).answer(AcquisitionState.GRANTED);
		assertThat(this.store.next(Operation.RENEW).key()).isEqualTo("other");
		this.store.release();
		other.close();
		first.close();
	}

	@Test
	void aTryThatIsRefusedInsideTheJvmLetsTheLeaseBeLookedUp() throws InterruptedException {
		LockHandle first = acquired(lock(false));
		CompletableFuture<Boolean> tried = CompletableFuture
			.supplyAsync(() -> this.client.lock("order:42").tryAcquire().isPresent());
		assertThat(tried.join()).isFalse();
		this.store.next(Operation.RENEW).answer(AcquisitionState.UNKNOWN);
		await().until(first::isLost);
		this.store.release();
		first.close();
	}

}
