package io.github.lockstarter.store.tck;

import java.time.Duration;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.Requeued;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreFeature;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The part of the {@link LockStoreContract} that is about finishing one acquisition and
 * beginning the next.
 */
@NullMarked
abstract class LockStoreContractRequeue extends LockStoreContractQueue {

	@Test
	void whoRequeuesWhileNobodyWaitsHasTheLockAgainUnderALargerToken() {
		StoreAnswer held = this.one.acquire(1, LEASE, NO_QUEUE);
		Requeued answers = this.one.requeue(1, 0, this.one.request(2, LEASE, KEEP, 0));
		assertThat(answers.released().state()).isEqualTo(AcquisitionState.RELEASED);
		assertThat(answers.released().remaining()).isZero();
		assertThat(answers.next().state()).isEqualTo(AcquisitionState.GRANTED);
		assertThat(answers.next().remaining()).isEqualTo(LEASE);
		assertThat(answers.next().token()).isGreaterThan(held.token());
		assertThat(this.one.inspect().hold()).isNotNull().extracting(LockRecord.Hold::sequence).isEqualTo(2L);
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void whoRequeuesGivesTheLockToTheFirstThatWaitsAndIsTheLast() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.one.listen();
		this.two.listen();
		this.two.acquire(1, LEASE, KEEP);
		this.three.listen();
		this.three.acquire(1, LEASE, KEEP);
		Requeued answers = this.one.requeue(1, 0, this.one.request(2, LEASE, KEEP, 0));
		assertThat(answers.released().state()).isEqualTo(AcquisitionState.RELEASED);
		assertThat(answers.next().state()).isEqualTo(AcquisitionState.QUEUED);
		assertThat(answers.next().token()).isZero();
		assertThat(answers.next().remaining()).isPositive().isLessThan(LEASE);
		await().until(() -> !this.two.grants.isEmpty());
		assertThat(this.two.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.GRANTED);
		this.two.release(1);
		await().until(() -> !this.three.grants.isEmpty());
		assertThat(this.three.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.GRANTED);
		this.three.release(1);
		await().until(() -> !this.one.grants.isEmpty());
		assertThat(this.one.acquire(2, LEASE, KEEP).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void whoRequeuesWithoutQueueingIsRefusedIfAnotherWaits() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.acquire(1, LEASE, KEEP);
		Requeued answers = this.one.requeue(1, 0, this.one.request(2, LEASE, NO_QUEUE, 0));
		assertThat(answers.released().state()).isEqualTo(AcquisitionState.RELEASED);
		assertThat(answers.next().state()).isEqualTo(AcquisitionState.REFUSED);
		assertThat(this.two.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.GRANTED);
		assertThat(this.one.inspect().waiters()).isZero();
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void whoRequeuesOvertakesNobodyButThoseThatAreGone() {
		assumeKnowsWhoIsGone();
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.listen();
		this.two.acquire(1, LEASE, KEEP);
		this.two.leaveWithoutAWord();
		Requeued answers = this.one.requeue(1, 0, this.one.request(2, LEASE, KEEP, 0));
		assertThat(answers.next().state()).isEqualTo(AcquisitionState.GRANTED);
		assertThat(this.one.inspect().waiters()).isEqualTo(1);
	}

	@Test
	void repeatedItSaysTheSameAndGrantsNothingTwice() {
		long token = this.one.acquire(1, LEASE, NO_QUEUE).token();
		AcquireRequest next = this.one.request(2, LEASE, KEEP, 0);
		Requeued first = this.one.requeue(1, 0, next);
		Requeued again = this.one.requeue(1, 0, next);
		assertThat(again.released().state()).isEqualTo(AcquisitionState.RELEASED);
		assertThat(again.next().state()).isEqualTo(AcquisitionState.GRANTED);
		assertThat(again.next().token()).isEqualTo(first.next().token()).isGreaterThan(token);
		this.one.release(2);
		assertThat(this.one.requeue(1, 0, next).next().state()).isEqualTo(AcquisitionState.RELEASED);
		assertThat(this.one.inspect()).isEqualTo(LockRecord.free(0));
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void repeatedWhileItWaitsItKeepsThePlace() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.acquire(1, LEASE, KEEP);
		AcquireRequest next = this.one.request(2, LEASE, KEEP, 0);
		this.one.requeue(1, 0, next);
		this.three.acquire(1, LEASE, KEEP);
		assertThat(this.one.requeue(1, 0, next).next().state()).isEqualTo(AcquisitionState.QUEUED);
		assertThat(this.one.inspect().waiters()).isEqualTo(2);
		this.two.release(1);
		assertThat(this.one.acquire(2, LEASE, KEEP).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	void eachHalfMayBeRepeatedByItself() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		long token = this.one.requeue(1, 0, this.one.request(2, LEASE, KEEP, 0)).next().token();
		assertThat(this.one.release(1).state()).isEqualTo(AcquisitionState.RELEASED);
		assertThat(this.one.acquire(2, LEASE, KEEP).token()).isEqualTo(token);
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void whoRequeuesTooLateIsToldSoAndQueuesAllTheSame() {
		this.one.acquire(1, shortLease(), NO_QUEUE);
		awaitInTime(() -> this.two.acquire(1, LEASE, NO_QUEUE).state() == AcquisitionState.GRANTED);
		Requeued answers = this.one.requeue(1, 0, this.one.request(2, LEASE, KEEP, 0));
		assertThat(answers.released().state()).isEqualTo(AcquisitionState.LOST);
		assertThat(answers.next().state()).isEqualTo(AcquisitionState.QUEUED);
		assertThat(this.two.renew(1, LEASE).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	void whoRequeuesAfterALeaseThatNobodyElseTookHasTheLockAgain() {
		this.one.acquire(1, shortLease(), NO_QUEUE);
		awaitInTime(() -> this.one.inspect().hold() == null);
		Requeued answers = this.one.requeue(1, 0, this.one.request(2, LEASE, KEEP, 0));
		assertThat(answers.released().state()).isEqualTo(AcquisitionState.LOST);
		assertThat(answers.next().state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void usedTokensCountForWhoeverIsNext() {
		int block = 15_000_000;
		int used = 10_000_000;
		long token = this.one.acquire(1, LEASE, NO_QUEUE, block).token();
		Requeued answers = this.one.requeue(1, used, this.one.request(2, LEASE, KEEP, block));
		assertThat(answers.next().token()).isEqualTo(token + used + 1);
		this.two.acquire(1, Duration.ofSeconds(1), KEEP);
		this.one.requeue(2, block, this.one.request(3, LEASE, KEEP, block));
		assertThat(this.two.acquire(1, LEASE, KEEP).token()).isEqualTo(token + used + 1 + block + 1);
	}

}
