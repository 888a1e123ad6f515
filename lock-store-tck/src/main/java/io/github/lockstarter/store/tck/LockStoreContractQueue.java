package io.github.lockstarter.store.tck;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.GrantNotification;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreFeature;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The part of the {@link LockStoreContract} that is about waiting.
 */
@NullMarked
@NeedsFeature(StoreFeature.QUEUE)
abstract class LockStoreContractQueue extends LockStoreContractVote {

	@Test
	void releaseGrantsTheLockToTheFirstThatWaitsAndTellsIt() {
		StoreAnswer held = this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.listen();
		StoreAnswer queued = this.two.acquire(7, LEASE, KEEP);
		assertThat(queued.state()).isEqualTo(AcquisitionState.QUEUED);
		this.three.listen();
		assertThat(this.three.acquire(9, LEASE, KEEP).state()).isEqualTo(AcquisitionState.QUEUED);
		assertThat(this.one.release(1).state()).isEqualTo(AcquisitionState.RELEASED);
		await().until(() -> !this.two.grants.isEmpty());
		GrantNotification grant = this.two.grants.remove();
		assertThat(grant.key()).isEqualTo(this.key);
		assertThat(grant.sequence()).isEqualTo(7);
		assertThat(grant.token()).isGreaterThan(held.token());
		assertThat(grant.deadlineMillis()).isGreaterThan(queued.clock().micros() / 1000)
			.isLessThanOrEqualTo(queued.clock().micros() / 1000 + KEEP.toMillis());
		StoreAnswer claimed = this.two.acquire(7, LEASE, KEEP);
		assertThat(claimed.state()).isEqualTo(AcquisitionState.GRANTED);
		assertThat(claimed.token()).isEqualTo(grant.token());
		assertThat(claimed.remaining()).isEqualTo(LEASE);
		assertThat(this.three.grants).isEmpty();
	}

	@Test
	void aNewcomerDoesNotOvertakeTheQueue() {
		this.one.acquire(1, shortLease(), NO_QUEUE);
		this.two.acquire(1, LEASE, KEEP);
		awaitInTime(() -> this.one.inspect().hold() == null);
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
	void aGrantThatIsNotClaimedGoesToTheNextWhenItsPlaceWouldHaveBeenGivenUp() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.acquire(1, LEASE, KEEP_BRIEFLY);
		this.three.acquire(1, LEASE, KEEP);
		this.one.release(1);
		awaitInTime(Duration.ofSeconds(10),
				() -> this.three.acquire(1, LEASE, KEEP).state() == AcquisitionState.GRANTED);
		assertThat(this.two.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.LOST);
	}

	@Test
	void aPlaceThatIsNotAskedForIsGivenUp() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.acquire(1, LEASE, shortLease());
		assertThat(this.one.inspect().waiters()).isEqualTo(1);
		awaitInTime(() -> this.one.inspect().waiters() == 0);
		this.one.release(1);
		assertThat(this.three.acquire(1, LEASE, NO_QUEUE).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	void placesThatAreOverAreSkippedWhereverTheyStand() {
		Participant early = new Participant();
		Participant late = new Participant();
		this.one.acquire(1, LEASE, NO_QUEUE);
		early.acquire(1, LEASE, shortLease());
		this.two.acquire(1, LEASE, KEEP);
		late.acquire(1, LEASE, shortLease());
		this.three.acquire(1, LEASE, KEEP);
		awaitInTime(() -> this.one.inspect().waiters() == 2);
		this.one.release(1);
		assertThat(this.two.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.GRANTED);
		assertThat(late.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.QUEUED);
		this.two.release(1);
		assertThat(this.three.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.GRANTED);
		this.three.release(1);
		assertThat(late.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.GRANTED);
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
	void theReleaseOfANewerAcquisitionGivesUpThePlaceOfAnOlderOne() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.acquire(1, LEASE, KEEP);
		assertThat(this.two.acquire(2, LEASE, NO_QUEUE).state()).isEqualTo(AcquisitionState.REFUSED);
		assertThat(this.two.release(2).state()).isEqualTo(AcquisitionState.UNKNOWN);
		assertThat(this.two.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.UNKNOWN);
		assertThat(this.one.inspect().waiters()).isZero();
	}

	@Test
	void aWaiterWhoseSessionWasClosedIsSkipped() {
		queueBehindOneThatIsGone();
		this.one.release(1);
		assertThat(this.one.inspect().hold()).isNotNull()
			.extracting(LockRecord.Hold::instance)
			.isEqualTo(this.three.instance);
		await().until(() -> !this.three.grants.isEmpty());
		assertThat(this.three.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	/** The first holds the lock, and of those that wait the second is gone. */
	void queueBehindOneThatIsGone() {
		assumeKnowsWhoIsGone();
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.listen();
		this.two.acquire(1, LEASE, KEEP);
		this.three.listen();
		this.three.acquire(1, LEASE, KEEP);
		this.two.leaveWithoutAWord();
	}

	@Test
	void aWaiterThatWasSkippedKeepsItsPlace() {
		assumeKnowsWhoIsGone();
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
		assumeKnowsWhoIsGone();
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.listen();
		this.two.acquire(1, LEASE, KEEP);
		this.two.leaveWithoutAWord();
		this.one.release(1);
		assertThat(this.one.inspect()).isEqualTo(LockRecord.free(1));
		assertThat(this.three.acquire(1, LEASE, NO_QUEUE).state()).isEqualTo(AcquisitionState.GRANTED);
		assertThat(this.one.inspect().waiters()).isEqualTo(1);
	}

	@Test
	void aWaiterTakesALockWhoseLeaseHasEndedIfAllBeforeItAreGone() {
		assumeKnowsWhoIsGone();
		this.two.listen();
		this.three.listen();
		this.one.acquire(1, shortLease().multipliedBy(3), NO_QUEUE);
		this.two.acquire(1, LEASE, KEEP);
		this.three.acquire(1, LEASE, KEEP);
		this.two.leaveWithoutAWord();
		awaitInTime(() -> this.one.inspect().hold() == null);
		assertThat(this.three.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	void aNewcomerDoesNotOvertakeAWaiterBehindOneThatIsGone() {
		assumeKnowsWhoIsGone();
		this.two.listen();
		this.three.listen();
		this.one.acquire(1, shortLease().multipliedBy(3), NO_QUEUE);
		this.two.acquire(1, LEASE, KEEP);
		this.three.acquire(1, LEASE, KEEP);
		this.two.leaveWithoutAWord();
		awaitInTime(() -> this.one.inspect().hold() == null);
		assertThat(this.one.acquire(2, LEASE, NO_QUEUE).state()).isEqualTo(AcquisitionState.REFUSED);
		assertThat(this.three.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	void answersAndGrantsOfOneServerNameItAndGrantsProveTheSecret() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.listen();
		StoreAnswer queued = this.two.acquire(1, LEASE, KEEP);
		this.one.release(1);
		await().until(() -> !this.two.grants.isEmpty());
		assertThat(queued.clock().server()).isNotEmpty();
		GrantNotification grant = this.two.grants.remove();
		assertThat(grant.clock().server()).isEqualTo(queued.clock().server());
		assertThat(grant.isProvenBy(this.two.secret(1))).isEqualTo(countsBeforeTheClaim());
	}

	@Test
	void manyThatWaitAskAgainEachByItself() {
		// a slow store needs long for each of them
		Duration lease = LEASE.multipliedBy(12);
		List<String> keys = IntStream.range(0, 300).mapToObj((i) -> this.key + "-" + i).toList();
		keys.forEach((each) -> acquire(this.one, each, 1, lease, NO_QUEUE));
		this.two.listen();
		keys.forEach((each) -> acquire(this.two, each, 5, lease, lease));
		List<AcquireRequest> requests = new ArrayList<>();
		keys.forEach((each) -> requests.add(request(each, 5, lease, lease)));
		requests.set(3, request(keys.get(3), 4, lease, lease));
		requests.set(4, request(keys.get(4), 5, lease, NO_QUEUE));
		this.two.done(this.two.session.release(keys.get(2), 5));
		// last, since what it grants has to be claimed soon
		this.one.done(this.one.session.release(keys.get(1), 1));
		List<StoreAnswer> answers = this.two.session.acquire(requests).stream().map(this.two::done).toList();
		assertThat(answers).hasSameSizeAs(requests);
		assertThat(answers.subList(0, 5)).extracting(StoreAnswer::state)
			.containsExactly(AcquisitionState.QUEUED, AcquisitionState.GRANTED, AcquisitionState.CANCELLED,
					AcquisitionState.UNKNOWN, AcquisitionState.REFUSED);
		assertThat(answers.subList(5, 300)).allSatisfy((answer) -> {
			assertThat(answer.state()).isEqualTo(AcquisitionState.QUEUED);
			assertThat(answer.token()).isZero();
			assertThat(answer.remaining()).isPositive().isLessThanOrEqualTo(lease);
			assertThat(answer.clock().micros()).isPositive();
		});
		keys.forEach((each) -> {
			this.one.done(this.one.session.release(each, 1));
			this.two.done(this.two.session.release(each, 5));
		});
	}

	@Test
	void whoAsksAgainWithManyKeepsItsPlaceForLonger() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		acquire(this.one, this.key + "-other", 1, LEASE, NO_QUEUE);
		Duration brief = Duration.ofSeconds(2);
		this.two.acquire(1, LEASE, brief);
		this.three.acquire(1, LEASE, KEEP);
		acquire(this.two, this.key + "-other", 2, LEASE, KEEP);
		List<AcquireRequest> again = List.of(this.two.request(1, LEASE, KEEP, 3),
				request(this.key + "-other", 2, LEASE, KEEP));
		assertThat(this.two.session.acquire(again))
			.allMatch((stage) -> this.two.done(stage).state() == AcquisitionState.QUEUED);
		time().pass(brief.plusMillis(500));
		assertThat(this.one.inspect().waiters()).isEqualTo(2);
		this.one.release(1);
		assertThat(this.two.acquire(1, LEASE, KEEP, 3).state()).isEqualTo(AcquisitionState.GRANTED);
		this.one.done(this.one.session.release(this.key + "-other", 1));
		this.two.done(this.two.session.release(this.key + "-other", 2));
	}

	private static void acquire(Participant participant, String key, long sequence, Duration lease,
			Duration placeTimeout) {
		participant.done(participant.session.acquire(request(key, sequence, lease, placeTimeout)));
	}

	private static AcquireRequest request(String key, long sequence, Duration lease, Duration placeTimeout) {
		return new AcquireRequest(key, sequence, lease, OWNER, placeTimeout);
	}

}
