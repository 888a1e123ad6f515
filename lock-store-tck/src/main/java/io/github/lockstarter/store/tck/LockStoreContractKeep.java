package io.github.lockstarter.store.tck;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreFeature;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The part of the {@link LockStoreContract} that is about locks that are kept from all
 * for a while after their release.
 */
@NullMarked
abstract class LockStoreContractKeep extends LockStoreContractRequeue {

	static final Duration KEPT = Duration.ofMillis(600);

	@AfterEach
	void awaitsTheEndOfWhatIsKept() {
		awaitInTime(() -> {
			LockRecord.Hold hold = this.one.inspect().hold();
			return hold == null || !hold.isReleased();
		});
	}

	@Test
	void aLockThatIsKeptIsGrantedToNobodyBeforeItsTimeAndToWhoeverAsksThen() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		StoreAnswer released = this.one.releaseAndKeep(1, 0, KEPT);
		assertThat(released.state()).isEqualTo(AcquisitionState.RELEASED);
		assertThat(released.token()).isZero();
		assertThat(released.remaining()).isEqualTo(KEPT);
		assertThat(this.one.acquire(2, LEASE, NO_QUEUE).state()).isEqualTo(AcquisitionState.REFUSED);
		StoreAnswer granted = this.two.acquireAtLast();
		assertThat(microsBetween(released, granted)).isBetween(KEPT.toMillis() * 1000 - 1000,
				TimeUnit.SECONDS.toMicros(3));
	}

	private static long microsBetween(StoreAnswer first, StoreAnswer last) {
		return last.clock().micros() - first.clock().micros();
	}

	@Test
	void aLockMayBeKeptForLongerThanItsLease() {
		this.one.acquire(1, KEPT.minusMillis(100), NO_QUEUE);
		assertThat(this.one.releaseAndKeep(1, 0, KEPT).remaining()).isEqualTo(KEPT);
		assertThat(this.two.acquire(1, LEASE, NO_QUEUE).remaining()).isBetween(Duration.ofMillis(1), KEPT);
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void thoseWhoWaitAreToldTheRestAndGrantedTheLockInTheirOrder() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.listen();
		this.two.acquire(1, LEASE, KEEP);
		this.three.listen();
		this.three.acquire(1, LEASE, KEEP);
		this.one.releaseAndKeep(1, 0, KEPT);
		StoreAnswer queued = this.two.acquire(1, LEASE, KEEP);
		assertThat(queued.state()).isEqualTo(AcquisitionState.QUEUED);
		assertThat(queued.remaining()).isBetween(Duration.ofMillis(1), KEPT);
		awaitInTime(() -> this.one.inspect().hold() == null);
		assertThat(this.two.grants).isEmpty();
		assertThat(this.three.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.QUEUED);
		await().until(() -> !this.two.grants.isEmpty());
		assertThat(this.two.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.GRANTED);
		this.two.release(1);
		assertThat(this.three.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	void theRecordTellsPeopleWhoReleasedIt() {
		long token = this.one.acquire(1, LEASE, NO_QUEUE).token();
		LockRecord.Hold held = this.two.hold();
		this.one.releaseAndKeep(1, 0, KEPT);
		LockRecord.Hold kept = this.two.hold();
		assertThat(held.isReleased()).isFalse();
		assertThat(kept.isReleased()).isTrue();
		assertThat(kept.instance()).isEqualTo(this.one.instance);
		assertThat(kept.owner()).isEqualTo(OWNER);
		assertThat(kept.since()).isEqualTo(held.since());
		assertThat(kept.token()).isEqualTo(token);
		assertThat(kept.remaining()).isLessThanOrEqualTo(KEPT);
	}

	@Test
	void whatIsRepeatedOrComesLateSaysReleasedAndKeepsTheLockNoLonger() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.one.releaseAndKeep(1, 0, KEPT);
		assertThat(this.one.releaseAndKeep(1, 0, LEASE).state()).isEqualTo(AcquisitionState.RELEASED);
		assertThat(this.one.release(1).state()).isEqualTo(AcquisitionState.RELEASED);
		assertThat(this.one.renew(1, LEASE).state()).isEqualTo(AcquisitionState.RELEASED);
		assertThat(this.one.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.RELEASED);
		assertThat(this.one.hold().remaining()).isLessThanOrEqualTo(KEPT);
		assertThat(this.one.inspect().waiters()).isZero();
	}

	@Test
	void theEndOfThatTimeIsNoLoss() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.one.releaseAndKeep(1, 0, shortLease());
		this.two.acquireAtLast();
		assertThat(this.one.release(1).state()).isEqualTo(AcquisitionState.RELEASED);
		assertThat(this.one.renew(1, LEASE).state()).isEqualTo(AcquisitionState.RELEASED);
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void onlyAHolderKeepsALock() {
		this.one.acquire(1, shortLease(), NO_QUEUE);
		this.two.acquire(1, LEASE, KEEP);
		assertThat(this.two.releaseAndKeep(1, 0, LEASE).state()).isEqualTo(AcquisitionState.CANCELLED);
		assertThat(this.three.releaseAndKeep(1, 0, LEASE).state()).isEqualTo(AcquisitionState.UNKNOWN);
		awaitInTime(() -> this.one.inspect().hold() == null);
		assertThat(this.one.releaseAndKeep(1, 0, LEASE).state()).isEqualTo(AcquisitionState.LOST);
		assertThat(this.one.inspect()).isEqualTo(LockRecord.free(0));
	}

	@Test
	void afterThatTimeTheNextTokenFollowsThoseThatWereUsed() {
		long token = this.one.acquire(1, LEASE, NO_QUEUE, BLOCK).token();
		this.one.releaseAndKeep(1, USED, shortLease());
		this.two.acquireAtLast();
		assertThat(this.two.hold().token()).isBetween(token + USED + 1, token + BLOCK);
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void theInstanceThatKeepsALockWaitsForItLikeAllOthers() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.one.releaseAndKeep(1, 0, shortLease());
		assertThat(this.one.acquire(2, LEASE, KEEP).state()).isEqualTo(AcquisitionState.QUEUED);
		awaitInTime(() -> this.one.acquire(2, LEASE, KEEP).state() == AcquisitionState.GRANTED);
	}

}
