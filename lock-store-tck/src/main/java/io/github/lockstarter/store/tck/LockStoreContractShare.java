package io.github.lockstarter.store.tck;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.store.LockRecord.Hold;
import io.github.lockstarter.store.RenewRequest;
import io.github.lockstarter.store.Share;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreFeature;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import static io.github.lockstarter.store.AcquisitionState.CANCELLED;
import static io.github.lockstarter.store.AcquisitionState.GRANTED;
import static io.github.lockstarter.store.AcquisitionState.LOST;
import static io.github.lockstarter.store.AcquisitionState.REFUSED;
import static io.github.lockstarter.store.AcquisitionState.RELEASED;
import static io.github.lockstarter.store.AcquisitionState.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The part of the {@link LockStoreContract} that is about locks that are shared: by
 * readers, or by those who use permits.
 */
@NullMarked
@NeedsFeature(StoreFeature.SHARES)
abstract class LockStoreContractShare extends LockStoreContractForget {

	static final Share READER = Share.READER;

	static final Share ONE_OF_TWO = new Share(1, 2);

	static final Share TWO_OF_TWO = new Share(2, 2);

	@Test
	void anyNumberOfReadersShareALockAndKeepOthersOut() {
		StoreAnswer first = this.one.share(1, READER, NO_QUEUE);
		assertThat(first.state()).isEqualTo(GRANTED);
		assertThat(first.remaining()).isEqualTo(LEASE);
		assertThat(this.two.share(1, READER, NO_QUEUE).state()).isEqualTo(GRANTED);
		assertThat(this.two.share(2, READER, NO_QUEUE).state()).isEqualTo(GRANTED);
		StoreAnswer refused = this.three.acquire(1, LEASE, NO_QUEUE);
		assertThat(refused.state()).isEqualTo(REFUSED);
		assertThat(refused.remaining()).isPositive().isLessThanOrEqualTo(LEASE);
	}

	@Test
	void theLastOfThemFreesTheLock() {
		this.one.share(1, READER, NO_QUEUE);
		this.two.share(1, READER, NO_QUEUE);
		assertThat(this.one.release(1).state()).isEqualTo(RELEASED);
		assertThat(this.three.acquire(1, LEASE, NO_QUEUE).state()).isEqualTo(REFUSED);
		assertThat(this.two.releaseWithoutMark(1).state()).isEqualTo(RELEASED);
		assertThat(this.three.acquire(1, LEASE, NO_QUEUE).state()).isEqualTo(GRANTED);
		assertThat(this.one.share(2, READER, NO_QUEUE).state()).isEqualTo(REFUSED);
	}

	@Test
	void permitsAreNeverInUseBeyondTheCapacity() {
		assertThat(this.one.share(1, ONE_OF_TWO, NO_QUEUE).state()).isEqualTo(GRANTED);
		assertThat(this.two.share(1, TWO_OF_TWO, NO_QUEUE).state()).isEqualTo(REFUSED);
		assertThat(this.one.share(2, ONE_OF_TWO, NO_QUEUE).state()).isEqualTo(GRANTED);
		assertThat(this.two.share(2, ONE_OF_TWO, NO_QUEUE).state()).isEqualTo(REFUSED);
		this.one.release(1);
		assertThat(this.two.share(3, ONE_OF_TWO, NO_QUEUE).state()).isEqualTo(GRANTED);
	}

	@Test
	void aCapacityCountsForWhoeverNamesIt() {
		Share oneOfThree = new Share(1, 3);
		this.one.share(1, ONE_OF_TWO, NO_QUEUE);
		this.one.share(2, ONE_OF_TWO, NO_QUEUE);
		assertThat(this.two.share(1, ONE_OF_TWO, NO_QUEUE).state()).isEqualTo(REFUSED);
		assertThat(this.two.share(2, oneOfThree, NO_QUEUE).state()).isEqualTo(GRANTED);
		this.one.release(1);
		assertThat(this.two.share(3, ONE_OF_TWO, NO_QUEUE).state()).isEqualTo(REFUSED);
		assertThat(this.two.share(4, READER, NO_QUEUE).state()).isEqualTo(GRANTED);
	}

	@Test
	void tellsWhoSharesALock() {
		this.one.share(1, READER, NO_QUEUE);
		this.two.share(1, new Share(3, 9), Duration.ofSeconds(5), NO_QUEUE);
		List<Hold> holds = this.three.inspect().holds();
		assertThat(holds).extracting(Hold::instance).containsExactlyInAnyOrder(this.one.instance, this.two.instance);
		assertThat(holds).extracting(Hold::permits).containsExactlyInAnyOrder(1, 3);
		assertThat(holds).extracting(Hold::capacity).containsExactlyInAnyOrder(Integer.MAX_VALUE, 9);
		assertThat(holds).allSatisfy((hold) -> {
			assertThat(hold.isShared()).isTrue();
			assertThat(hold.isReleased()).isFalse();
			assertThat(hold.owner()).isEqualTo(OWNER);
			assertThat(hold.remaining()).isPositive().isLessThanOrEqualTo(LEASE);
			assertThat(hold.token()).isEqualTo(holds.get(0).token());
		});
		this.one.release(1);
		this.two.release(1);
		this.one.acquire(2, LEASE, NO_QUEUE);
		assertThat(this.three.hold().isShared()).isFalse();
		assertThat(this.three.hold().token()).isGreaterThan(holds.get(0).token());
	}

	@Test
	void aRepeatedRequestHasOneShareAndRestartsItsLease() {
		this.one.share(1, ONE_OF_TWO, Duration.ofSeconds(5), NO_QUEUE);
		StoreAnswer again = this.one.share(1, ONE_OF_TWO, NO_QUEUE);
		assertThat(again.state()).isEqualTo(GRANTED);
		assertThat(again.remaining()).isEqualTo(LEASE);
		assertThat(this.one.share(1, ONE_OF_TWO, Duration.ofSeconds(5), NO_QUEUE).remaining())
			.isGreaterThan(Duration.ofSeconds(10));
		assertThat(this.two.share(1, ONE_OF_TWO, NO_QUEUE).state()).isEqualTo(GRANTED);
		assertThat(this.two.share(2, ONE_OF_TWO, NO_QUEUE).state()).isEqualTo(REFUSED);
	}

	@Test
	void aRepeatedReleaseReturnsAShareOnce() {
		this.one.share(1, ONE_OF_TWO, NO_QUEUE);
		this.two.share(1, ONE_OF_TWO, NO_QUEUE);
		assertThat(this.one.release(1).state()).isEqualTo(RELEASED);
		assertThat(this.three.share(1, ONE_OF_TWO, NO_QUEUE).state()).isEqualTo(GRANTED);
		assertThat(this.one.release(1).state()).isEqualTo(RELEASED);
		assertThat(this.one.share(2, ONE_OF_TWO, NO_QUEUE).state()).isEqualTo(REFUSED);
	}

	@Test
	void aShareThatWasReturnedIsNeverGrantedAgain() {
		this.one.share(1, READER, NO_QUEUE);
		this.one.share(2, READER, NO_QUEUE);
		this.one.release(2);
		assertThat(this.one.share(2, READER, KEEP).state()).isEqualTo(RELEASED);
		assertThat(this.one.holders()).containsExactly(this.one.named(1));
	}

	@Test
	void aShareThatIsAskedForAfterItsReleaseIsRefused() {
		assertThat(this.one.release(2).state()).isEqualTo(UNKNOWN);
		assertThat(this.one.share(2, READER, KEEP).state()).isEqualTo(UNKNOWN);
		assertThat(this.one.share(1, READER, KEEP).state()).isEqualTo(UNKNOWN);
		assertThat(this.one.share(3, READER, KEEP).state()).isEqualTo(GRANTED);
	}

	@Test
	void aShareThatIsAskedForWhenTheSameInstanceHasANewerOneIsRefused() {
		this.one.share(2, READER, NO_QUEUE);
		assertThat(this.one.share(1, READER, KEEP).state()).isEqualTo(UNKNOWN);
		assertThat(this.one.acquire(1, LEASE, KEEP).state()).isEqualTo(UNKNOWN);
		assertThat(this.one.holders()).containsExactly(this.one.named(2));
		assertThat(this.one.inspect().waiters()).isZero();
	}

	@Test
	void anInstanceReturnsItsSharesInAnyOrder() {
		this.one.share(1, READER, NO_QUEUE);
		this.one.share(2, READER, NO_QUEUE);
		this.one.share(3, READER, NO_QUEUE);
		assertThat(this.one.release(2).state()).isEqualTo(RELEASED);
		assertThat(this.one.renew(1, LEASE).state()).isEqualTo(GRANTED);
		assertThat(this.one.release(1).state()).isEqualTo(RELEASED);
		assertThat(this.one.holders()).containsExactly(this.one.named(3));
		assertThat(this.one.release(3).state()).isEqualTo(RELEASED);
		assertThat(this.one.inspect().holds()).isEmpty();
	}

	@Test
	void renewsAShareByItself() {
		this.one.share(1, READER, Duration.ofSeconds(2), NO_QUEUE);
		this.two.share(1, READER, Duration.ofSeconds(2), NO_QUEUE);
		assertThat(this.one.renew(1, LEASE).remaining()).isEqualTo(LEASE);
		assertThat(this.one.renew(1, Duration.ofSeconds(1)).remaining()).isGreaterThan(Duration.ofSeconds(10));
		assertThat(this.two.renew(1, Duration.ofSeconds(1)).remaining()).isLessThan(Duration.ofSeconds(3));
	}

	@Test
	void renewsSharesAmongOtherLocks() {
		this.one.share(1, READER, Duration.ofSeconds(2), NO_QUEUE);
		this.one.share(2, READER, Duration.ofSeconds(2), NO_QUEUE);
		List<CompletionStage<StoreAnswer>> answers = this.one.session
			.renew(List.of(new RenewRequest(this.key, 1, LEASE), new RenewRequest(this.key, 2, Duration.ofSeconds(5)),
					new RenewRequest(this.key, 3, LEASE)));
		assertThat(this.one.done(answers.get(0)).remaining()).isEqualTo(LEASE);
		assertThat(this.one.done(answers.get(1)).remaining()).isEqualTo(Duration.ofSeconds(5));
		assertThat(this.one.done(answers.get(2)).state()).isEqualTo(UNKNOWN);
		assertThat(this.two.acquire(1, LEASE, NO_QUEUE).remaining()).isGreaterThan(Duration.ofSeconds(10));
	}

	@Test
	void theShareOfOneThatDoesNotRenewItIsLost() {
		this.one.share(1, ONE_OF_TWO, shortLease(), NO_QUEUE);
		this.two.share(1, ONE_OF_TWO, NO_QUEUE);
		awaitInTime(() -> this.three.share(1, ONE_OF_TWO, NO_QUEUE).state() == GRANTED);
		assertThat(this.one.renew(1, LEASE).state()).isEqualTo(LOST);
		assertThat(this.one.release(1).state()).isEqualTo(LOST);
		assertThat(this.one.share(1, ONE_OF_TWO, KEEP).state()).isEqualTo(LOST);
		assertThat(this.two.renew(1, LEASE).state()).isEqualTo(GRANTED);
	}

	@Test
	void aShareIsLostEvenIfNobodyElseCame() {
		this.one.share(1, READER, shortLease(), NO_QUEUE);
		this.two.share(1, READER, NO_QUEUE);
		awaitInTime(() -> this.two.inspect().holds().size() == 1);
		assertThat(this.one.renew(1, LEASE).state()).isEqualTo(LOST);
		assertThat(this.two.holders()).containsExactly(this.two.named(1));
		assertThat(this.two.release(1).state()).isEqualTo(RELEASED);
		assertThat(this.two.acquire(2, LEASE, NO_QUEUE).state()).isEqualTo(GRANTED);
	}

	@Test
	void theSharesOfThoseThatAreGoneKeepNobodyOut() {
		this.one.share(1, READER, shortLease(), NO_QUEUE);
		this.two.share(1, READER, LEASE, NO_QUEUE);
		this.two.release(1);
		awaitInTime(() -> this.three.acquire(1, LEASE, NO_QUEUE).state() == GRANTED);
		assertThat(this.one.release(1).state()).isEqualTo(LOST);
	}

	@Test
	void aHolderLetsOthersInUnderTheSameNumber() {
		long token = this.one.acquire(1, Duration.ofSeconds(5), NO_QUEUE, 8).token();
		assertThat(this.two.share(1, READER, NO_QUEUE).state()).isEqualTo(REFUSED);
		StoreAnswer shared = this.one.downgrade(1);
		assertThat(shared.state()).isEqualTo(GRANTED);
		assertThat(shared.remaining()).isEqualTo(LEASE);
		assertThat(this.two.share(2, READER, NO_QUEUE).state()).isEqualTo(GRANTED);
		assertThat(this.one.downgrade(1).state()).isEqualTo(GRANTED);
		this.one.release(1);
		this.two.release(2);
		assertThat(this.three.acquire(1, LEASE, NO_QUEUE).token()).isGreaterThan(token + 8);
	}

	@Test
	void oneThatNeverHeldALockGetsNothingByLettingOthersIn() {
		assertThat(this.one.downgrade(1).state()).isEqualTo(UNKNOWN);
		assertThat(this.two.acquire(1, LEASE, NO_QUEUE).state()).isEqualTo(GRANTED);
		assertThat(this.one.downgrade(2).state()).isEqualTo(UNKNOWN);
		assertThat(this.two.inspect().waiters()).isZero();
		this.two.downgrade(1);
		assertThat(this.one.downgrade(3).state()).isEqualTo(UNKNOWN);
		assertThat(this.two.holders()).containsExactly(this.two.named(1));
	}

	@Test
	void oneThatHasReleasedALockGetsNothingByLettingOthersIn() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.one.releaseWithoutMark(1);
		assertThat(this.one.downgrade(1).state()).isIn(UNKNOWN, RELEASED);
		assertThat(this.one.inspect().holds()).isEmpty();
	}

	@Test
	void aHolderWhoseLeaseIsOverLetsNobodyIn() {
		this.one.acquire(1, shortLease(), NO_QUEUE);
		awaitInTime(() -> this.one.inspect().holds().isEmpty());
		assertThat(this.one.downgrade(1).state()).isEqualTo(LOST);
		assertThat(this.one.inspect().holds()).isEmpty();
	}

	@Test
	void oneThatSharesALockDoesNotGetItForItselfUnderTheSameNumber() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.one.share(1, READER, NO_QUEUE);
		assertThat(this.one.acquire(1, LEASE, KEEP).state()).isEqualTo(GRANTED);
		assertThat(this.one.hold().isShared()).isTrue();
		assertThat(this.one.inspect().waiters()).isZero();
		assertThat(this.two.share(1, READER, NO_QUEUE).state()).isEqualTo(GRANTED);
		this.one.release(1);
		assertThat(this.one.holders()).containsExactly(this.two.named(1));
	}

	@Test
	void permitsThatAreReleasedCanBeKeptFromOthersForAWhile() {
		this.one.share(1, ONE_OF_TWO, NO_QUEUE);
		this.two.share(1, ONE_OF_TWO, NO_QUEUE);
		assertThat(this.one.releaseAndKeep(1, 0, shortLease()).state()).isEqualTo(RELEASED);
		assertThat(this.two.releaseAndKeep(1, 0, shortLease()).state()).isEqualTo(RELEASED);
		assertThat(this.three.inspect().holds()).allMatch(Hold::isReleased);
		awaitInTime(() -> this.three.share(1, TWO_OF_TWO, NO_QUEUE).state() == GRANTED);
		assertThat(this.one.release(1).state()).isEqualTo(RELEASED);
	}

	@Test
	void whatIsKeptAfterALockWasSharedKeepsAnotherOut() {
		this.one.share(1, READER, NO_QUEUE);
		this.one.releaseAndKeep(1, 0, Duration.ofSeconds(1));
		assertThat(this.two.acquire(1, LEASE, NO_QUEUE).state()).isEqualTo(REFUSED);
		assertThat(this.two.share(2, READER, NO_QUEUE).state()).isEqualTo(GRANTED);
		this.two.release(2);
		awaitInTime(() -> this.two.acquire(3, LEASE, NO_QUEUE).state() == GRANTED);
	}

	@Test
	void aForcedReleaseEndsAllSharesAndTellsTheirInstances() {
		this.one.listen();
		this.two.listen();
		this.one.share(1, READER, NO_QUEUE);
		this.two.share(1, READER, NO_QUEUE);
		this.two.share(2, READER, NO_QUEUE);
		assertThat(this.three.forceRelease()).isTrue();
		assertThat(this.three.acquire(1, LEASE, NO_QUEUE).state()).isEqualTo(GRANTED);
		await().untilAsserted(() -> assertThat(this.one.revoked).containsExactly(Map.entry(this.key, 1L)));
		await().untilAsserted(() -> assertThat(this.two.revoked).containsExactlyInAnyOrder(Map.entry(this.key, 1L),
				Map.entry(this.key, 2L)));
		assertThat(this.one.renew(1, LEASE).state()).isEqualTo(LOST);
		assertThat(this.two.release(2).state()).isEqualTo(LOST);
	}

	@Test
	void aForcedReleaseOfAnEarlierShareTouchesNoLaterOne() {
		this.one.share(1, READER, NO_QUEUE);
		Hold found = this.one.hold();
		this.one.release(1);
		this.one.share(2, READER, NO_QUEUE);
		assertThat(this.two.forceRelease(found)).isFalse();
		assertThat(this.one.renew(2, LEASE).state()).isEqualTo(GRANTED);
	}

	@Test
	void aReleaseThatIsForgottenLeavesNothingOfAShare() {
		this.one.share(1, READER, NO_QUEUE);
		assertThat(this.one.releaseWithoutMark(1).state()).isEqualTo(RELEASED);
		assertThat(this.two.share(1, READER, NO_QUEUE).state()).isEqualTo(GRANTED);
		assertThat(this.two.release(1).state()).isNotIn(CANCELLED, LOST);
	}

}
