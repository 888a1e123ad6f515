package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockState;
import io.github.lockstarter.core.PuppetStore.Call;
import io.github.lockstarter.core.PuppetStore.Operation;
import io.github.lockstarter.store.AcquisitionState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for a machine that was suspended for longer than a lease: its monotonic clock
 * stood still, and the wall clock went on.
 */
class SuspendedMachineTests {

	/** The next renewal would come after minutes. */
	private static final Duration LEASE = Duration.ofMinutes(20);

	private final PuppetStore store = new PuppetStore();

	private final SuspendedPlatform platform = new SuspendedPlatform();

	private final DefaultLockClient client = Clients.client(this.store, this.platform);

	private final CompletableFuture<LockHandle> acquired = this.client.lock("key")
		.leaseTime(LEASE)
		.acquireAsync()
		.toCompletableFuture();

	private LockHandle held;

	@BeforeEach
	void suspend() throws InterruptedException {
		this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED);
		this.held = this.acquired.join();
		assertThat(this.held.isValid()).isTrue();
		this.platform.suspended = LEASE.plusMinutes(1);
	}

	@AfterEach
	void leavesNothingBehind() {
		this.store.release();
		this.held.close();
		await().until(this.client.engine()::isIdle);
		this.client.close();
	}

	@Test
	void aLeaseThatMayHaveEndedMeanwhileIsNotValidUntilItIsRenewedWhichHappensAtOnce() throws InterruptedException {
		assertThat(this.held.isValid()).isFalse();
		assertThat(this.held.remaining()).isZero();
		assertThat(this.held.state()).isEqualTo(LockState.UNCERTAIN);
		Call renewal = this.store.next(Operation.RENEW);
		assertThat(this.held.isValid()).isFalse();
		renewal.answer(AcquisitionState.GRANTED, LEASE);
		await().until(this.held::isValid);
		assertThat(this.held.state()).isEqualTo(LockState.HELD);
		assertThat(this.store.isCalled()).isFalse();
	}

	@Test
	void aLossMeanwhileIsToldAtOnce() throws InterruptedException {
		CompletableFuture<Void> told = new CompletableFuture<>();
		this.held.onLost(() -> told.complete(null));
		assertThat(this.held.isValid()).isFalse();
		this.store.next(Operation.RENEW).answer(AcquisitionState.LOST);
		assertThat(told).succeedsWithin(Duration.ofSeconds(10));
		assertThat(this.held.state()).isEqualTo(LockState.LOST);
	}

	@Test
	void aRenewalThatFailsIsRepeatedAtItsUsualPace() throws InterruptedException {
		assertThat(this.held.isValid()).isFalse();
		this.store.next(Operation.RENEW).fail();
		haveAllLookedAt();
		assertThat(this.held.isValid()).isFalse();
		assertThat(this.store.isCalled()).isFalse();
	}

	@Test
	void aRenewalThatIsUnderWayIsNotRepeatedByEachLook() throws InterruptedException {
		assertThat(this.held.isValid()).isFalse();
		Call renewal = this.store.next(Operation.RENEW);
		haveAllLookedAt();
		assertThat(this.store.isCalled()).isFalse();
		renewal.answer(AcquisitionState.GRANTED, LEASE);
		await().until(this.held::isValid);
	}

	@Test
	void aLeaseThatMayHaveEndedMeanwhileCanBeExtended() throws InterruptedException {
		CompletableFuture<Void> extended = this.held.extendAsync(LEASE).toCompletableFuture();
		Call extension = this.store.next(Operation.RENEW);
		await().during(Duration.ofMillis(50)).until(() -> !extended.isDone());
		extension.answer(AcquisitionState.GRANTED, LEASE);
		assertThat(extended).succeedsWithin(Duration.ofSeconds(10));
		assertThat(this.held.state()).isEqualTo(LockState.HELD);
	}

	/** When the lease of another lock ends, all are looked at. */
	private void haveAllLookedAt() throws InterruptedException {
		Duration lease = Duration.ofSeconds(2);
		CompletableFuture<LockHandle> brief = this.client.lock("another")
			.leaseTime(lease)
			.autoRenew(false)
			.acquireAsync()
			.toCompletableFuture();
		this.store.next(Operation.ACQUIRE).answer(AcquisitionState.GRANTED, lease);
		CompletableFuture<Void> told = new CompletableFuture<>();
		brief.join().onLost(() -> told.complete(null));
		assertThat(told).succeedsWithin(Duration.ofSeconds(10));
	}

	private static final class SuspendedPlatform extends StallProofPlatform {

		private volatile Duration suspended = Duration.ZERO;

		@Override
		public long currentTimeMillis() {
			return super.currentTimeMillis() + this.suspended.toMillis();
		}

	}

}
