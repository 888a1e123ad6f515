package io.github.lockstarter.store.tck;

import java.time.Duration;
import java.util.List;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.Requeued;
import io.github.lockstarter.store.Share;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreFeature;
import io.github.lockstarter.store.Vote;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The part of the {@link LockStoreContract} that is about a session whose release the
 * store has not kept: on record, one of its acquisitions has the lock that is over.
 */
@NullMarked
abstract class LockStoreContractSupersede extends LockStoreContractKeep {

	private static final int PASSES = 5;

	private AcquireRequest superseding(long number, Duration placeTimeout) {
		return this.one.request(number, LEASE, placeTimeout, 0).superseding();
	}

	private StoreAnswer supersede(long number, Duration placeTimeout) {
		return this.one.done(this.one.session.acquire(superseding(number, placeTimeout)));
	}

	@Test
	void whoSupersedesEndsAnEarlierAcquisitionOfItsInstanceAsReleased() {
		long token = this.one.acquire(1, LEASE, NO_QUEUE, PASSES).token();
		StoreAnswer granted = supersede(2, NO_QUEUE);
		assertThat(granted.state()).isEqualTo(AcquisitionState.GRANTED);
		assertThat(granted.remaining()).isEqualTo(LEASE);
		assertThat(granted.token()).isGreaterThan(token + PASSES);
		assertThat(this.one.holders()).containsExactly(this.one.named(2));
	}

	@Test
	void requestsOfTheEarlierOneThatComeLateChangeNothing() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		long token = supersede(2, NO_QUEUE).token();
		assertThat(this.one.renew(1, LEASE).state()).isEqualTo(AcquisitionState.RELEASED);
		assertThat(this.one.acquire(1, LEASE, NO_QUEUE).state()).isEqualTo(AcquisitionState.RELEASED);
		assertThat(this.one.release(1).state()).isIn(AcquisitionState.RELEASED, AcquisitionState.UNKNOWN);
		assertThat(supersede(2, NO_QUEUE)).extracting(StoreAnswer::state, StoreAnswer::token)
			.containsExactly(AcquisitionState.GRANTED, token);
		this.one.releaseWithoutMark(2);
		assertThat(supersede(1, NO_QUEUE).state()).isIn(AcquisitionState.RELEASED, AcquisitionState.UNKNOWN);
		assertThat(this.one.holders()).isEmpty();
	}

	@Test
	void whoDoesNotSupersedeIsKeptOutByAnEarlierAcquisitionOfItsInstance() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		assertThat(this.one.acquire(2, LEASE, NO_QUEUE).state()).isEqualTo(AcquisitionState.REFUSED);
		assertThat(this.one.holders()).containsExactly(this.one.named(1));
	}

	@Test
	void nothingIsTakenFromAnotherInstance() {
		this.two.acquire(1, LEASE, NO_QUEUE);
		assertThat(supersede(2, NO_QUEUE).state()).isEqualTo(AcquisitionState.REFUSED);
		assertThat(this.one.holders()).containsExactly(this.two.named(1));
	}

	@Test
	void nothingIsTakenFromALaterAcquisitionOfTheSameInstance() {
		this.one.acquire(2, LEASE, NO_QUEUE);
		assertThat(supersede(1, NO_QUEUE).state()).isEqualTo(AcquisitionState.UNKNOWN);
		assertThat(this.one.holders()).containsExactly(this.one.named(2));
	}

	@Test
	void aLockThatIsOnlyKeptStaysSo() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.one.releaseAndKeep(1, 0, KEPT);
		assertThat(supersede(2, NO_QUEUE).state()).isEqualTo(AcquisitionState.REFUSED);
		assertThat(this.one.hold().isReleased()).isTrue();
	}

	@Test
	@NeedsFeature(StoreFeature.SHARES)
	void aShareOfTheSameInstanceStaysAsItIs() {
		this.one.share(1, Share.READER, NO_QUEUE);
		assertThat(supersede(2, NO_QUEUE).state()).isEqualTo(AcquisitionState.REFUSED);
		assertThat(this.one.holders()).containsExactly(this.one.named(1));
	}

	@Test
	@NeedsFeature(StoreFeature.SHARES)
	void whoWantsAShareSupersedesWhatHadTheLockAlone() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		StoreAnswer granted = this.one.done(this.one.session.acquire(superseding(2, NO_QUEUE).sharing(Share.READER)));
		assertThat(granted.state()).isEqualTo(AcquisitionState.GRANTED);
		assertThat(this.two.share(1, Share.READER, NO_QUEUE).state()).isEqualTo(AcquisitionState.GRANTED);
		assertThat(this.one.holders()).containsExactlyInAnyOrder(this.one.named(2), this.two.named(1));
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void theFirstOfTheQueueIsNext() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.listen();
		this.two.acquire(1, LEASE, KEEP);
		this.one.listen();
		assertThat(supersede(2, KEEP).state()).isEqualTo(AcquisitionState.QUEUED);
		await().until(() -> !this.two.grants.isEmpty());
		assertThat(this.two.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.GRANTED);
		this.two.release(1);
		assertThat(supersede(2, KEEP).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void aWaiterSupersedesAsItAsksAgainTogetherWithOthers() {
		String other = this.key + "-other";
		this.two.done(this.two.session.acquire(new AcquireRequest(other, 1, LEASE, OWNER, NO_QUEUE)));
		this.one.listen();
		AcquireRequest beside = new AcquireRequest(other, 3, LEASE, OWNER, KEEP);
		this.one.done(this.one.session.acquire(beside));
		this.one.acquire(1, LEASE, NO_QUEUE);
		assertThat(this.one.acquire(2, LEASE, KEEP).state()).isEqualTo(AcquisitionState.QUEUED);
		assertThat(this.one.session.acquire(List.of(superseding(2, KEEP), beside.superseding())))
			.extracting((answer) -> this.one.done(answer).state())
			.containsExactly(AcquisitionState.GRANTED, AcquisitionState.QUEUED);
		this.two.done(this.two.session.release(other, 1));
		this.one.done(this.one.session.release(other, 3));
	}

	@Test
	void whoRequeuesSupersedesAll() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		Requeued answers = this.one.requeue(2, 0, superseding(3, KEEP));
		assertThat(answers.released().state()).isEqualTo(AcquisitionState.UNKNOWN);
		assertThat(answers.next().state()).isEqualTo(AcquisitionState.GRANTED);
		assertThat(this.one.holders()).containsExactly(this.one.named(3));
	}

	@Test
	@NeedsFeature(StoreFeature.VOTES)
	void whoAsksForAVoteSupersedes() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		StoreAnswer granted = this.one
			.done(this.one.session.acquire(superseding(2, NO_QUEUE).voting(new Vote(1, Duration.ZERO))));
		assertThat(granted.state()).isEqualTo(AcquisitionState.GRANTED);
		assertThat(this.one.holders()).containsExactly(this.one.named(2));
	}

}
