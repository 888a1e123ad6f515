package io.github.lockstarter.store.tck;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.LockPage;
import io.github.lockstarter.store.LockRecord;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreFeature;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Contract of a {@link LockStore} that can also list its locks and end a hold by force.
 * Extend it instead of {@link LockStoreContract} for such a store.
 */
@NullMarked
public abstract class LockStoreContractManagement extends LockStoreContract {

	private static final int BLOCK = 15_000_000;

	private List<String> listed() {
		List<String> keys = new ArrayList<>();
		LockPage page = this.one.done(this.one.session.scan(LockPage.FIRST, 10));
		keys.addAll(page.keys());
		while (!page.isLast()) {
			page = this.one.done(this.one.session.scan(page.next(), 10));
			keys.addAll(page.keys());
		}
		return keys.stream().filter((listed) -> listed.startsWith(this.key)).distinct().toList();
	}

	@Test
	void listsAllLocksThatItHasARecordOf() {
		List<String> keys = IntStream.range(0, 50).mapToObj((i) -> this.key + " [" + i + "]*").toList();
		keys.forEach(
				(name) -> this.one.done(this.one.session.acquire(new AcquireRequest(name, 2, LEASE, OWNER, NO_QUEUE))));
		assertThat(listed()).containsExactlyInAnyOrderElementsOf(keys);
		keys.forEach((name) -> this.one.done(this.one.session.release(name, 2)));
		assertThat(listed()).containsAll(keys);
	}

	@Test
	void doesNotListALockThatWasOnlyLookedAt() {
		this.one.inspect();
		this.one.renew(1, LEASE);
		assertThat(this.one.forceRelease()).isFalse();
		assertThat(listed()).isEmpty();
	}

	@Test
	void aHoldThatIsEndedByForceIsLostAtOnceAndItsInstanceIsTold() {
		this.one.listen();
		this.one.acquire(1, LEASE, NO_QUEUE);
		assertThat(this.two.forceRelease()).isTrue();
		assertThat(this.two.inspect()).isEqualTo(LockRecord.free(0));
		await().untilAsserted(() -> assertThat(this.one.revoked).containsExactly(Map.entry(this.key, 1L)));
		assertThat(this.one.renew(1, LEASE).state()).isEqualTo(AcquisitionState.LOST);
		assertThat(this.one.release(1).state()).isEqualTo(AcquisitionState.LOST);
		assertThat(this.one.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.LOST);
		assertThat(this.two.inspect()).isEqualTo(LockRecord.free(0));
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void theLockGoesToTheFirstThatWaits() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.listen();
		this.two.acquire(1, LEASE, KEEP);
		this.three.listen();
		this.three.acquire(1, LEASE, KEEP);
		assertThat(this.three.forceRelease()).isTrue();
		await().until(() -> !this.two.grants.isEmpty());
		assertThat(this.two.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.GRANTED);
		assertThat(this.three.grants).isEmpty();
		assertThat(this.one.release(1).state()).isEqualTo(AcquisitionState.LOST);
		assertThat(this.two.renew(1, LEASE).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	void endsNoOtherHoldThanTheOneThatWasSeen() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		LockRecord.Hold seen = this.two.hold();
		this.one.release(1);
		this.one.acquire(2, LEASE, NO_QUEUE);
		assertThat(this.two.forceRelease(seen)).isFalse();
		assertThat(this.one.renew(2, LEASE).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void repeatedItEndsNothingElse() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.acquire(1, LEASE, KEEP);
		LockRecord.Hold seen = this.three.hold();
		assertThat(this.three.forceRelease(seen)).isTrue();
		assertThat(this.three.forceRelease(seen)).isFalse();
		assertThat(this.two.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.GRANTED);
		assertThat(this.three.forceRelease(seen)).isFalse();
		assertThat(this.two.renew(1, LEASE).state()).isEqualTo(AcquisitionState.GRANTED);
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void endsALockThatIsOnlyKeptAndTellsNobodyOfALoss() {
		this.one.listen();
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.one.releaseAndKeep(1, 0, LEASE);
		this.two.listen();
		this.two.acquire(1, LEASE, KEEP);
		assertThat(this.three.forceRelease()).isTrue();
		await().until(() -> !this.two.grants.isEmpty());
		assertThat(this.two.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.GRANTED);
		assertThat(this.one.release(1).state()).isEqualTo(AcquisitionState.RELEASED);
		assertThat(this.one.revoked).isEmpty();
	}

	@Test
	void repeatedItDoesNotEndALaterTimeForWhichTheSameInstanceKeepsTheLock() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.one.releaseAndKeep(1, 0, LEASE);
		LockRecord.Hold seen = this.two.hold();
		assertThat(this.two.forceRelease(seen)).isTrue();
		this.one.acquire(2, LEASE, NO_QUEUE);
		this.one.releaseAndKeep(2, 0, LEASE);
		assertThat(this.two.forceRelease(seen)).isFalse();
		assertThat(this.two.hold().isReleased()).isTrue();
		assertThat(this.two.forceRelease()).isTrue();
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void aGrantThatWasNotClaimedYetCanBeEndedToo() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.acquire(1, LEASE, KEEP);
		this.one.release(1);
		assertThat(this.three.forceRelease()).isTrue();
		assertThat(this.two.acquire(1, LEASE, KEEP).state()).isEqualTo(AcquisitionState.LOST);
	}

	@Test
	void theNextTokenIsBeyondAllThatTheLostHolderMayHaveUsed() {
		long token = this.one.acquire(1, LEASE, NO_QUEUE, BLOCK).token();
		this.two.forceRelease();
		assertThat(this.two.acquire(1, LEASE, NO_QUEUE).token()).isEqualTo(token + BLOCK + 1);
	}

	@Test
	void aLeaseThatHasEndedIsNotEndedAgain() {
		// to connect may take longer than the lease
		this.two.inspect();
		this.one.acquire(1, shortLease().multipliedBy(5), NO_QUEUE);
		LockRecord.Hold seen = this.two.hold();
		awaitInTime(() -> this.one.inspect().hold() == null);
		assertThat(this.two.forceRelease(seen)).isFalse();
		assertThat(this.two.forceRelease()).isFalse();
	}

	@Test
	void aClosedSessionListsNothing() {
		this.three.session.close();
		assertThat(this.three.session.scan(LockPage.FIRST, 10)).failsWithin(Duration.ofSeconds(20))
			.withThrowableThat()
			.withRootCauseInstanceOf(StoreException.class);
	}

}
