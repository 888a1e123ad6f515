package io.github.lockstarter.store;

import java.time.Duration;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The part of the {@link LockStoreContract} that is about waiting.
 */
@NullMarked
abstract class LockStoreContractQueue extends LockStoreContractTokens {

	@Test
	void releaseGrantsTheLockToTheFirstThatWaitsAndTellsIt() {
		StoreAnswer held = this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.listen();
		assertThat(this.two.acquire(7, LEASE, KEEP).state()).isEqualTo(AcquisitionState.QUEUED);
		this.three.listen();
		assertThat(this.three.acquire(9, LEASE, KEEP).state()).isEqualTo(AcquisitionState.QUEUED);
		assertThat(this.one.release(1).state()).isEqualTo(AcquisitionState.RELEASED);
		await().until(() -> !this.two.grants.isEmpty());
		Grant grant = this.two.grants.remove();
		assertThat(grant.key()).isEqualTo(this.key);
		assertThat(grant.sequence()).isEqualTo(7);
		assertThat(grant.token()).isGreaterThan(held.token());
		assertThat(grant.deadlineMillis()).isGreaterThan(grant.clock().micros() / 1000);
		StoreAnswer claimed = this.two.acquire(7, LEASE, KEEP);
		assertThat(claimed.state()).isEqualTo(AcquisitionState.GRANTED);
		assertThat(claimed.token()).isEqualTo(grant.token());
		assertThat(claimed.remaining()).isEqualTo(LEASE);
		assertThat(this.three.grants).isEmpty();
	}

	@Test
	void aNewcomerDoesNotOvertakeTheQueue() {
		this.one.acquire(1, SHORT, NO_QUEUE);
		this.two.acquire(1, LEASE, KEEP);
		await().until(() -> this.one.inspect().hold() == null);
		assertThat(this.three.acquire(1, LEASE, NO_QUEUE).state()).isEqualTo(AcquisitionState.REFUSED);
		assertThat(this.two.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	void repeatedByAWaiterTheAcquisitionKeepsItsPlace() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.acquire(1, LEASE, KEEP);
		this.three.acquire(1, LEASE, KEEP);
		assertThat(this.two.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.QUEUED);
		assertThat(this.one.inspect().waiters()).isEqualTo(2);
		this.one.release(1);
		assertThat(this.three.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.QUEUED);
		assertThat(this.two.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	void aGrantThatIsNotClaimedGoesToTheNext() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.acquire(1, LEASE, KEEP);
		this.three.acquire(1, LEASE, KEEP);
		this.one.release(1);
		await().atMost(Duration.ofSeconds(3))
			.until(() -> this.three.acquire(1, LEASE, KEEP).state() == AcquisitionState.GRANTED);
		assertThat(this.two.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.LOST);
	}

	@Test
	void aPlaceThatIsNotAskedForIsGivenUp() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.acquire(1, LEASE, SHORT);
		assertThat(this.one.inspect().waiters()).isEqualTo(1);
		await().until(() -> this.one.inspect().waiters() == 0);
		this.one.release(1);
		assertThat(this.three.acquire(1, LEASE, NO_QUEUE).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	void leavingTheQueueCancels() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.acquire(4, LEASE, KEEP);
		assertThat(this.two.release(4).state()).isEqualTo(AcquisitionState.CANCELLED);
		assertThat(this.two.release(4).state()).isEqualTo(AcquisitionState.CANCELLED);
		assertThat(this.two.acquire(4, LEASE, KEEP).state()).isEqualTo(AcquisitionState.CANCELLED);
		assertThat(this.one.inspect().waiters()).isZero();
	}

	@Test
	void aWaiterWhoseSessionWasClosedIsSkipped() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.listen();
		this.two.acquire(1, LEASE, KEEP);
		this.three.listen();
		this.three.acquire(1, LEASE, KEEP);
		this.two.leaveWithoutAWord();
		this.one.release(1);
		assertThat(this.one.inspect().hold()).isNotNull()
			.extracting(LockRecord.Hold::instance)
			.isEqualTo(this.three.instance);
		await().until(() -> !this.three.grants.isEmpty());
		assertThat(this.three.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	void aWaiterThatWasSkippedKeepsItsPlace() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.listen();
		this.two.acquire(1, LEASE, KEEP);
		this.two.leaveWithoutAWord();
		this.three.listen();
		this.three.acquire(1, LEASE, KEEP);
		this.one.release(1);
		assertThat(this.three.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.GRANTED);
		this.one.listen();
		assertThat(this.one.acquire(2, LEASE, KEEP).state()).isEqualTo(AcquisitionState.QUEUED);
		this.two.comeBack();
		this.two.listen();
		this.three.release(1);
		await().until(() -> !this.two.grants.isEmpty());
		assertThat(this.two.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.GRANTED);
		assertThat(this.one.grants).isEmpty();
	}

	@Test
	void aNewcomerTakesTheLockIfAllThatWaitAreGone() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.listen();
		this.two.acquire(1, LEASE, KEEP);
		this.two.leaveWithoutAWord();
		this.one.release(1);
		assertThat(this.one.inspect()).isEqualTo(new LockRecord(null, 1));
		assertThat(this.three.acquire(1, LEASE, NO_QUEUE).state()).isEqualTo(AcquisitionState.GRANTED);
		assertThat(this.one.inspect().waiters()).isEqualTo(1);
	}

	@Test
	void aWaiterTakesALockWhoseLeaseHasEndedIfAllBeforeItAreGone() {
		this.two.listen();
		this.three.listen();
		this.one.acquire(1, SHORT.multipliedBy(3), NO_QUEUE);
		this.two.acquire(1, LEASE, KEEP);
		this.three.acquire(1, LEASE, KEEP);
		this.two.leaveWithoutAWord();
		await().until(() -> this.one.inspect().hold() == null);
		assertThat(this.three.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	void aNewcomerDoesNotOvertakeAWaiterBehindOneThatIsGone() {
		this.two.listen();
		this.three.listen();
		this.one.acquire(1, SHORT.multipliedBy(3), NO_QUEUE);
		this.two.acquire(1, LEASE, KEEP);
		this.three.acquire(1, LEASE, KEEP);
		this.two.leaveWithoutAWord();
		await().until(() -> this.one.inspect().hold() == null);
		assertThat(this.one.acquire(2, LEASE, NO_QUEUE).state()).isEqualTo(AcquisitionState.REFUSED);
		assertThat(this.three.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	void answersAndGrantsOfOneServerNameIt() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.listen();
		StoreAnswer queued = this.two.acquire(1, LEASE, KEEP);
		this.one.release(1);
		await().until(() -> !this.two.grants.isEmpty());
		assertThat(this.two.grants.remove().clock().server()).isNotEmpty().isEqualTo(queued.clock().server());
	}

}
