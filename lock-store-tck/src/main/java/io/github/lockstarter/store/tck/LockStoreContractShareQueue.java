package io.github.lockstarter.store.tck;

import java.time.Duration;
import java.util.List;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.Requeued;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreFeature;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import static io.github.lockstarter.store.AcquisitionState.CANCELLED;
import static io.github.lockstarter.store.AcquisitionState.GRANTED;
import static io.github.lockstarter.store.AcquisitionState.LOST;
import static io.github.lockstarter.store.AcquisitionState.QUEUED;
import static io.github.lockstarter.store.AcquisitionState.REFUSED;
import static io.github.lockstarter.store.AcquisitionState.RELEASED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The part of the {@link LockStoreContract} that is about the queue of a lock that is
 * shared: one for all, whatever they ask for.
 */
@NullMarked
@NeedsFeature(StoreFeature.SHARES)
abstract class LockStoreContractShareQueue extends LockStoreContractShare {

	@Test
	void noReaderPassesAWriterThatWaits() {
		this.two.listen();
		this.one.share(1, READER, NO_QUEUE);
		assertThat(this.two.acquire(1, LEASE, KEEP).state()).isEqualTo(QUEUED);
		assertThat(this.three.share(1, READER, NO_QUEUE).state()).isEqualTo(REFUSED);
		assertThat(this.one.share(2, READER, NO_QUEUE).state()).isEqualTo(REFUSED);
		assertThat(this.one.share(1, READER, NO_QUEUE).state()).isEqualTo(GRANTED);
		this.one.release(1);
		await().until(() -> !this.two.grants.isEmpty());
		assertThat(this.two.acquire(1, LEASE, KEEP).state()).isEqualTo(GRANTED);
	}

	@Test
	void readersThatAreNextAreGrantedTheirSharesTogether() {
		this.two.listen();
		this.three.listen();
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.share(1, READER, KEEP);
		this.three.share(1, READER, KEEP);
		this.one.release(1);
		await().until(() -> !this.two.grants.isEmpty() && !this.three.grants.isEmpty());
		assertThat(this.one.inspect().waiters()).isZero();
		assertThat(this.one.holders()).containsExactlyInAnyOrder(this.two.named(1), this.three.named(1));
		StoreAnswer claimed = this.two.share(1, READER, KEEP);
		assertThat(claimed.state()).isEqualTo(GRANTED);
		assertThat(claimed.remaining()).isEqualTo(LEASE);
		assertThat(this.three.share(1, READER, KEEP).state()).isEqualTo(GRANTED);
		assertThat(this.one.inspect().holds()).extracting(LockRecord.Hold::owner).containsOnly(OWNER);
	}

	@Test
	void aReaderThatFindsTheLockFreeLetsInThoseBehindIt() {
		this.two.listen();
		this.three.listen();
		this.one.acquire(1, Duration.ofSeconds(1), NO_QUEUE);
		this.two.share(1, READER, KEEP);
		this.three.share(1, READER, KEEP);
		awaitInTime(() -> this.two.share(1, READER, KEEP).state() == GRANTED);
		await().until(() -> !this.three.grants.isEmpty());
		assertThat(this.three.share(1, READER, KEEP).state()).isEqualTo(GRANTED);
		assertThat(this.one.inspect().waiters()).isZero();
	}

	@Test
	void aReaderBehindAWriterWaitsForIt() {
		this.two.listen();
		this.three.listen();
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.acquire(1, LEASE, KEEP);
		this.three.share(1, READER, KEEP);
		this.one.release(1);
		await().until(() -> !this.two.grants.isEmpty());
		assertThat(this.three.share(1, READER, KEEP).state()).isEqualTo(QUEUED);
		assertThat(this.two.acquire(1, LEASE, KEEP).state()).isEqualTo(GRANTED);
		this.two.release(1);
		await().until(() -> !this.three.grants.isEmpty());
		assertThat(this.three.share(1, READER, KEEP).state()).isEqualTo(GRANTED);
	}

	@Test
	void aShareThatIsGrantedAndNotClaimedEndsWithItsClaimWindow() {
		this.two.listen();
		this.three.listen();
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.share(1, READER, KEEP_BRIEFLY);
		this.three.acquire(1, LEASE, KEEP);
		this.one.release(1);
		awaitInTime(() -> this.three.acquire(1, LEASE, KEEP).state() == GRANTED);
		assertThat(this.two.share(1, READER, KEEP).state()).isEqualTo(LOST);
	}

	@Test
	void smallRequestsDoNotPassALargeOne() {
		this.two.listen();
		this.three.listen();
		this.one.share(1, ONE_OF_TWO, NO_QUEUE);
		assertThat(this.two.share(1, TWO_OF_TWO, KEEP).state()).isEqualTo(QUEUED);
		assertThat(this.three.share(1, ONE_OF_TWO, KEEP).state()).isEqualTo(QUEUED);
		this.one.release(1);
		await().until(() -> !this.two.grants.isEmpty());
		assertThat(this.two.share(1, TWO_OF_TWO, KEEP).state()).isEqualTo(GRANTED);
		assertThat(this.three.share(1, ONE_OF_TWO, KEEP).state()).isEqualTo(QUEUED);
		this.two.release(1);
		await().until(() -> !this.three.grants.isEmpty());
		assertThat(this.three.share(1, ONE_OF_TWO, KEEP).state()).isEqualTo(GRANTED);
	}

	@Test
	void whoGivesUpLetsThoseBehindItIn() {
		this.two.listen();
		this.three.listen();
		this.one.share(1, READER, NO_QUEUE);
		this.two.acquire(1, LEASE, KEEP);
		this.three.share(1, READER, KEEP);
		assertThat(this.two.release(1).state()).isEqualTo(CANCELLED);
		await().until(() -> !this.three.grants.isEmpty());
		assertThat(this.three.share(1, READER, KEEP).state()).isEqualTo(GRANTED);
		assertThat(this.one.holders()).containsExactlyInAnyOrder(this.one.named(1), this.three.named(1));
	}

	@Test
	void aHolderThatLetsOthersInAdmitsThoseThatWait() {
		this.two.listen();
		this.three.listen();
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.share(1, READER, KEEP);
		this.three.acquire(1, LEASE, KEEP);
		assertThat(this.one.share(1, READER, NO_QUEUE).state()).isEqualTo(GRANTED);
		await().until(() -> !this.two.grants.isEmpty());
		assertThat(this.two.share(1, READER, KEEP).state()).isEqualTo(GRANTED);
		assertThat(this.three.acquire(1, LEASE, KEEP).state()).isEqualTo(QUEUED);
		this.one.release(1);
		this.two.release(1);
		await().until(() -> !this.three.grants.isEmpty());
		assertThat(this.three.acquire(1, LEASE, KEEP).state()).isEqualTo(GRANTED);
	}

	@Test
	void oneThatCanNotBeToldStandsInNobodysWay() {
		assumeKnowsWhoIsGone();
		this.two.listen();
		this.one.share(1, READER, NO_QUEUE);
		this.two.acquire(1, LEASE, KEEP);
		this.two.leaveWithoutAWord();
		await().until(() -> this.three.share(1, READER, NO_QUEUE).state() == GRANTED);
	}

	@Test
	void permitsOfOneThatIsGoneReturnToThoseThatWait() {
		this.two.listen();
		this.one.share(1, TWO_OF_TWO, Duration.ofSeconds(1), NO_QUEUE);
		assertThat(this.two.share(1, ONE_OF_TWO, KEEP).state()).isEqualTo(QUEUED);
		awaitInTime(() -> this.two.share(1, ONE_OF_TWO, KEEP).state() == GRANTED);
		assertThat(this.one.release(1).state()).isEqualTo(LOST);
	}

	@Test
	void aShareIsReturnedAndTheLockAskedForInOneStep() {
		this.one.share(1, READER, NO_QUEUE);
		this.two.share(1, READER, NO_QUEUE);
		Requeued answers = this.one.requeue(1, 0, this.one.request(2, LEASE, KEEP, 0));
		assertThat(answers.released().state()).isEqualTo(RELEASED);
		assertThat(answers.next().state()).isEqualTo(QUEUED);
		this.two.release(1);
		await().until(() -> this.one.acquire(2, LEASE, KEEP).state() == GRANTED);
		Requeued shared = this.one.requeue(2, 0, this.one.request(3, LEASE, KEEP, 0).sharing(READER));
		assertThat(shared.released().state()).isEqualTo(RELEASED);
		assertThat(shared.next().state()).isEqualTo(GRANTED);
		assertThat(this.one.hold().isShared()).isTrue();
	}

	@Test
	void waitersAskAgainTogetherWhateverTheyWaitFor() {
		this.two.listen();
		this.three.listen();
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.share(1, READER, KEEP);
		AcquireRequest again = this.two.request(1, LEASE, KEEP, 0).sharing(READER);
		this.two.session.acquire(List.of(again, again))
			.forEach((answer) -> assertThat(this.two.done(answer).state()).isEqualTo(QUEUED));
		this.one.share(1, READER, NO_QUEUE);
		await().until(() -> !this.two.grants.isEmpty());
		this.two.session.acquire(List.of(again, again))
			.forEach((answer) -> assertThat(this.two.done(answer).state()).isEqualTo(GRANTED));
	}

}
