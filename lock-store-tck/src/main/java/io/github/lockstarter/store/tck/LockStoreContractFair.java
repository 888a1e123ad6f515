package io.github.lockstarter.store.tck;

import java.time.Duration;

import io.github.lockstarter.store.Requeued;
import io.github.lockstarter.store.StoreFeature;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import static io.github.lockstarter.store.AcquisitionState.GRANTED;
import static io.github.lockstarter.store.AcquisitionState.QUEUED;
import static io.github.lockstarter.store.AcquisitionState.REFUSED;
import static io.github.lockstarter.store.AcquisitionState.RELEASED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The part of the {@link LockStoreContract} that is about callers that tell how long they
 * have waited: among them the oldest is next.
 */
@NullMarked
@NeedsFeature(StoreFeature.QUEUE)
abstract class LockStoreContractFair extends LockStoreContractShareQueue {

	private static final Duration OLD = Duration.ofHours(2);

	private static final Duration YOUNG = Duration.ofHours(1);

	@Test
	void theOldestCallerIsNextWhoeverCameFirstToTheStore() {
		everybodyListens();
		this.one.acquire(1, LEASE, NO_QUEUE);
		assertThat(this.two.acquireAfter(YOUNG, 1, KEEP).state()).isEqualTo(QUEUED);
		assertThat(this.three.acquireAfter(OLD, 1, KEEP).state()).isEqualTo(QUEUED);
		this.one.release(1);
		assertIsNext(this.three, 1);
		assertThat(this.two.acquireAfter(YOUNG, 1, KEEP).state()).isEqualTo(QUEUED);
		this.three.release(1);
		assertIsNext(this.two, 1);
	}

	@Test
	void whoDoesNotTellIsNotOvertaken() {
		everybodyListens();
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.acquire(1, LEASE, KEEP);
		this.three.acquireAfter(OLD, 1, KEEP);
		this.one.release(1);
		assertIsNext(this.two, 1);
	}

	@Test
	void anOlderCallerGoesBeforeAYoungerOneAndWhoeverStandsBehindThat() {
		everybodyListens();
		Participant four = new Participant();
		four.listen();
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.acquireAfter(YOUNG, 1, KEEP);
		four.acquire(1, LEASE, KEEP);
		this.three.acquireAfter(OLD, 1, KEEP);
		this.one.release(1);
		assertIsNext(this.three, 1);
		this.three.release(1);
		assertIsNext(this.two, 1);
		this.two.release(1);
		assertIsNext(four, 1);
	}

	@Test
	void aPlaceMovesBackForAYoungerCallerAndForwardForAnOlderOne() {
		everybodyListens();
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.acquireAfter(OLD, 1, KEEP);
		this.three.acquireAfter(YOUNG, 1, KEEP);
		assertThat(this.two.acquireAfter(Duration.ZERO, 1, KEEP).state()).isEqualTo(QUEUED);
		this.one.release(1);
		assertIsNext(this.three, 1);
		this.one.acquireAfter(YOUNG, 2, KEEP);
		this.two.acquireAfter(OLD, 1, KEEP);
		this.three.release(1);
		assertIsNext(this.two, 1);
	}

	@Test
	void aRepeatedRequestKeepsThePlace() {
		everybodyListens();
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.acquireAfter(OLD, 1, KEEP);
		this.three.acquireAfter(YOUNG, 1, KEEP);
		assertThat(this.two.acquireAfter(OLD, 1, KEEP).state()).isEqualTo(QUEUED);
		assertThat(this.three.acquireAfter(YOUNG, 1, KEEP).state()).isEqualTo(QUEUED);
		assertThat(this.one.inspect().waiters()).isEqualTo(2);
		this.one.release(1);
		assertIsNext(this.two, 1);
	}

	@Test
	void onlyAskingDoesNotMoveAPlace() {
		everybodyListens();
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.acquireAfter(OLD, 1, KEEP);
		this.three.acquireAfter(YOUNG, 1, KEEP);
		assertThat(this.two.acquireAfter(Duration.ZERO, 1, NO_QUEUE).state()).isEqualTo(REFUSED);
		assertThat(this.one.inspect().waiters()).isEqualTo(2);
		this.one.release(1);
		assertIsNext(this.two, 1);
	}

	@Test
	void theNextCallerOfAHolderIsServedAtOnceIfItIsTheOldest() {
		everybodyListens();
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.acquireAfter(YOUNG, 1, KEEP);
		Requeued requeued = this.one.requeue(1, 0, this.one.request(2, LEASE, KEEP, 0).waiting(OLD));
		assertThat(requeued.released().state()).isEqualTo(RELEASED);
		assertThat(requeued.next().state()).isEqualTo(GRANTED);
		assertThat(requeued.next().othersWaited()).isBetween(YOUNG, OLD);
		assertThat(this.two.acquireAfter(YOUNG, 1, KEEP).state()).isEqualTo(QUEUED);
	}

	@Test
	void theNextCallerOfAHolderWaitsForThoseThatAreOlder() {
		everybodyListens();
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.acquireAfter(OLD, 1, KEEP);
		Requeued requeued = this.one.requeue(1, 0, this.one.request(2, LEASE, KEEP, 0).waiting(YOUNG));
		assertThat(requeued.released().state()).isEqualTo(RELEASED);
		assertThat(requeued.next().state()).isEqualTo(QUEUED);
		assertIsNext(this.two, 1);
		this.two.release(1);
		assertIsNext(this.one, 2);
	}

	@Test
	void theHolderIsToldForHowLongTheNextHasWaited() {
		everybodyListens();
		assertThat(this.one.acquireAfter(YOUNG, 1, KEEP).othersWaited()).isEqualTo(Duration.ZERO);
		this.two.acquireAfter(YOUNG, 1, KEEP);
		this.three.acquireAfter(OLD, 1, KEEP);
		assertThat(this.one.acquireAfter(YOUNG, 1, NO_QUEUE).othersWaited()).isGreaterThanOrEqualTo(OLD);
		this.one.release(1);
		assertIsNext(this.three, 1);
		assertThat(this.three.grants).singleElement()
			.satisfies((grant) -> assertThat(grant.othersWaited()).isBetween(YOUNG, OLD));
	}

	@Test
	void whoDoesNotTellAnythingIsToldNothing() {
		everybodyListens();
		assertThat(this.one.acquire(1, LEASE, NO_QUEUE).othersWaited()).isNull();
		this.two.acquire(1, LEASE, KEEP);
		assertThat(this.one.acquireAfter(OLD, 1, NO_QUEUE).othersWaited()).isNull();
		this.three.acquire(1, LEASE, KEEP);
		this.one.release(1);
		assertIsNext(this.two, 1);
		assertThat(this.two.grants).singleElement().satisfies((grant) -> assertThat(grant.othersWaited()).isNull());
	}

	@Test
	void anOldCallerOutOfReachHoldsUpNobody() {
		assumeKnowsWhoIsGone();
		everybodyListens();
		this.one.acquireAfter(YOUNG, 1, NO_QUEUE);
		this.three.acquireAfter(OLD, 1, KEEP);
		this.three.leaveWithoutAWord();
		await().untilAsserted(
				() -> assertThat(this.one.acquireAfter(YOUNG, 1, NO_QUEUE).othersWaited()).isEqualTo(Duration.ZERO));
		this.two.acquireAfter(YOUNG, 1, KEEP);
		this.one.release(1);
		assertIsNext(this.two, 1);
	}

	private void everybodyListens() {
		this.one.listen();
		this.two.listen();
		this.three.listen();
	}

	/** And claims its grant. */
	private static void assertIsNext(Participant participant, long number) {
		await().until(() -> !participant.grants.isEmpty());
		assertThat(participant.acquireAfter(OLD, number, KEEP).state()).isEqualTo(GRANTED);
	}

}
