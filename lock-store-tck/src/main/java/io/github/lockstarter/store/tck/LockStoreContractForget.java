package io.github.lockstarter.store.tck;

import java.time.Duration;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.Requeued;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreFeature;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The part of the {@link LockStoreContract} that is about acquisitions of which the store
 * may forget how they have finished.
 */
@NullMarked
abstract class LockStoreContractForget extends LockStoreContractSupersede {

	@Test
	void whoIsForgottenHasReleasedTheLock() {
		long token = this.one.acquire(1, LEASE, NO_QUEUE).token();
		StoreAnswer released = this.one.releaseWithoutMark(1);
		assertThat(released.state()).isEqualTo(AcquisitionState.RELEASED);
		assertThat(released.token()).isZero();
		assertThat(released.clock().micros()).isPositive();
		assertThat(this.two.acquire(1, LEASE, NO_QUEUE).token()).isGreaterThan(token);
	}

	@Test
	void whoIsForgottenTwiceTouchesNoLaterHolder() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.one.releaseWithoutMark(1);
		assertThat(this.one.releaseWithoutMark(1).state()).isIn(AcquisitionState.RELEASED, AcquisitionState.UNKNOWN);
		long token = this.one.acquire(2, LEASE, NO_QUEUE).token();
		assertThat(this.one.releaseWithoutMark(1).state()).isIn(AcquisitionState.RELEASED, AcquisitionState.UNKNOWN);
		assertThat(this.one.renew(2, LEASE).token()).isEqualTo(token);
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void aLockGoesToTheFirstThatWaitsAlsoIfItsHolderIsForgotten() {
		long token = this.one.acquire(1, LEASE, NO_QUEUE).token();
		this.two.listen();
		this.two.acquire(1, LEASE, KEEP);
		this.three.acquire(1, LEASE, KEEP);
		this.one.releaseWithoutMark(1);
		await().until(() -> !this.two.grants.isEmpty());
		assertThat(this.two.acquire(1, LEASE, KEEP).token()).isGreaterThan(token);
		assertThat(this.two.releaseWithoutMark(1).state()).isEqualTo(AcquisitionState.RELEASED);
		assertThat(this.three.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	void howOthersHaveFinishedIsNotForgottenWithIt() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.one.release(1);
		this.two.acquire(1, LEASE, NO_QUEUE);
		this.two.releaseWithoutMark(1);
		assertThat(this.one.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.RELEASED);
	}

	@Test
	void whoComesTooLateToBeForgottenHasLostTheLock() {
		this.one.acquire(1, shortLease(), NO_QUEUE);
		awaitInTime(() -> this.one.inspect().hold() == null);
		assertThat(this.one.releaseWithoutMark(1).state()).isEqualTo(AcquisitionState.LOST);
		this.one.acquire(2, shortLease(), NO_QUEUE);
		this.two.acquireAtLast();
		assertThat(this.one.releaseWithoutMark(2).state()).isEqualTo(AcquisitionState.LOST);
		assertThat(this.two.renew(this.two.last(), LEASE).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void whoLeavesTheQueueAndIsForgottenHasLeftIt() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.acquire(1, LEASE, KEEP);
		assertThat(this.two.releaseWithoutMark(1).state()).isEqualTo(AcquisitionState.CANCELLED);
		assertThat(this.one.inspect().waiters()).isZero();
	}

	@Test
	void aLockIsKeptAlsoIfItsHolderIsForgotten() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		Duration kept = Duration.ofMillis(600);
		assertThat(this.one.done(this.one.session.releaseWithoutMark(this.key, 1, 0, kept)).remaining())
			.isEqualTo(kept);
		assertThat(this.two.acquire(1, LEASE, NO_QUEUE).state()).isEqualTo(AcquisitionState.REFUSED);
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void whoIsForgottenAndBeginsTheNextAcquisitionQueuesBehindAllOthers() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.acquire(1, LEASE, KEEP);
		Requeued answers = this.one
			.done(this.one.session.requeueWithoutMark(1, 0, this.one.request(2, LEASE, KEEP, 0)));
		assertThat(answers.released().state()).isEqualTo(AcquisitionState.RELEASED);
		assertThat(answers.next().state()).isEqualTo(AcquisitionState.QUEUED);
		assertThat(this.two.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.GRANTED);
		this.two.releaseWithoutMark(1);
		assertThat(this.one.acquire(2, LEASE, KEEP).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void whoFollowsOneThatIsForgottenHasATokenBeyondThoseThatWereUsed() {
		long token = this.one.acquire(1, LEASE, NO_QUEUE, BLOCK).token();
		this.two.listen();
		this.two.acquire(1, LEASE, KEEP, BLOCK);
		this.three.listen();
		this.three.acquire(1, LEASE, KEEP);
		this.one.done(this.one.session.releaseWithoutMark(this.key, 1, USED, NO_QUEUE));
		await().until(() -> !this.two.grants.isEmpty());
		assertThat(this.two.grants.remove().token()).isEqualTo(token + USED + 1);
		this.two.done(this.two.session.requeueWithoutMark(1, USED, this.two.request(2, LEASE, KEEP, 0)));
		await().until(() -> !this.three.grants.isEmpty());
		assertThat(this.three.grants.remove().token()).isEqualTo(token + 2 * USED + 2);
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void aPlaceThatWasNotKeptGetsNothingFromOneThatIsForgotten() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.listen();
		this.two.acquire(1, LEASE, shortLease());
		awaitInTime(() -> this.one.inspect().waiters() == 0);
		this.three.listen();
		this.three.acquire(1, LEASE, KEEP);
		this.one.releaseWithoutMark(1);
		await().until(() -> !this.three.grants.isEmpty());
		assertThat(this.two.grants).isEmpty();
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void whoIsGoneGetsNothingFromOneThatIsForgotten() {
		queueBehindOneThatIsGone();
		this.one.releaseWithoutMark(1);
		await().until(() -> !this.three.grants.isEmpty());
		assertThat(this.three.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void whoComesTooLateToBeForgottenHasLostTheLockToTheFirstThatWaits() {
		letTheLeaseEndWhileAnotherWaits();
		assertThat(this.one.releaseWithoutMark(1).state()).isEqualTo(AcquisitionState.LOST);
		await().until(() -> !this.two.grants.isEmpty());
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void whoAsksAgainTooLateHasLostTheLockToTheFirstThatWaits() {
		letTheLeaseEndWhileAnotherWaits();
		assertThat(this.one.acquire(1, LEASE, NO_QUEUE).state()).isEqualTo(AcquisitionState.LOST);
		await().until(() -> !this.two.grants.isEmpty());
	}

	private void letTheLeaseEndWhileAnotherWaits() {
		this.two.listen();
		this.one.acquire(1, Duration.ofSeconds(1), NO_QUEUE);
		this.two.acquire(1, LEASE, KEEP);
		awaitInTime(() -> this.one.inspect().hold() == null);
	}

}
