package io.github.lockstarter.store.tck;

import java.time.Duration;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.StoreFeature;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The part of the {@link LockStoreContract} that is about tokens reserved with a grant.
 */
@NullMarked
abstract class LockStoreContractTokens extends LockStoreContractSessions {

	/** So many that a token beyond them is ahead of any clock, as long as a test runs. */
	static final int BLOCK = 15_000_000;

	static final int USED = 10_000_000;

	@Test
	void afterAReleaseTheNextTokenFollowsThoseThatWereUsed() {
		long token = this.one.acquire(1, LEASE, NO_QUEUE, BLOCK).token();
		assertThat(this.one.release(1, USED).state()).isEqualTo(AcquisitionState.RELEASED);
		assertThat(this.two.acquire(1, LEASE, NO_QUEUE).token()).isBetween(token + USED + 1, token + BLOCK);
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void aWaiterThatIsGrantedAReleasedLockIsBeyondTheTokensThatWereUsed() {
		long token = this.one.acquire(1, LEASE, NO_QUEUE, BLOCK).token();
		this.two.listen();
		this.two.acquire(1, LEASE, KEEP);
		this.one.release(1, USED);
		await().until(() -> !this.two.grants.isEmpty());
		assertThat(this.two.grants.remove().token()).isEqualTo(token + USED + 1);
		assertThat(this.two.acquire(1, LEASE, KEEP).token()).isEqualTo(token + USED + 1);
	}

	@Test
	void noMoreTokensCountAsUsedThanWereReserved() {
		long token = this.one.acquire(1, LEASE, NO_QUEUE, USED).token();
		this.one.release(1, BLOCK);
		assertThat(this.two.acquire(1, LEASE, NO_QUEUE).token()).isBetween(token + USED + 1, token + BLOCK);
	}

	@Test
	void tokensThatWereNotReservedDoNotCount() {
		long token = this.one.acquire(1, LEASE, NO_QUEUE).token();
		this.one.release(1, BLOCK);
		assertThat(this.two.acquire(1, LEASE, NO_QUEUE).token()).isGreaterThan(token).isLessThan(token + USED);
	}

	@Test
	void afterALossTheNextTokenIsBeyondAllThatWereReserved() {
		long token = this.one.acquire(1, shortLease(), NO_QUEUE, BLOCK).token();
		awaitInTime(() -> this.one.inspect().hold() == null);
		assertThat(this.two.acquire(1, LEASE, NO_QUEUE).token()).isEqualTo(token + BLOCK + 1);
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void aReleaseThatComesTooLateGivesNoTokenBack() {
		this.two.listen();
		long token = this.one.acquire(1, Duration.ofSeconds(1), NO_QUEUE, BLOCK).token();
		this.two.acquire(1, LEASE, KEEP);
		awaitInTime(() -> this.one.inspect().hold() == null);
		assertThat(this.one.release(1, USED).state()).isEqualTo(AcquisitionState.LOST);
		assertThat(this.two.acquire(1, LEASE, KEEP).token()).isEqualTo(token + BLOCK + 1);
	}

	@Test
	void aRenewedLeaseKeepsItsTokens() {
		long token = this.one.acquire(1, LEASE, NO_QUEUE, BLOCK).token();
		assertThat(this.one.renew(1, LEASE).token()).isEqualTo(token);
		this.one.release(1, BLOCK);
		assertThat(this.two.acquire(1, LEASE, NO_QUEUE).token()).isEqualTo(token + BLOCK + 1);
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void aPushedGrantReservesWhatTheWaiterAskedForBeforeItIsClaimed() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.listen();
		this.two.acquire(1, LEASE, KEEP, BLOCK);
		this.one.release(1);
		await().until(() -> !this.two.grants.isEmpty());
		assertThat(this.two.release(1, USED).state()).isEqualTo(AcquisitionState.RELEASED);
		assertThat(this.three.acquire(1, LEASE, NO_QUEUE).token())
			.isEqualTo(this.two.grants.remove().token() + USED + 1);
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void theClaimReservesNothingFurther() {
		this.one.acquire(1, LEASE, NO_QUEUE);
		this.two.acquire(1, LEASE, KEEP, BLOCK);
		this.one.release(1);
		long token = this.two.acquire(1, LEASE, KEEP, BLOCK).token();
		assertThat(this.two.release(1, BLOCK + USED).state()).isEqualTo(AcquisitionState.RELEASED);
		assertThat(this.three.acquire(1, LEASE, NO_QUEUE).token()).isEqualTo(token + BLOCK + 1);
	}

	@Test
	@NeedsFeature(StoreFeature.QUEUE)
	void theNextTokenIsBeyondTheBlockOfAGrantThatWasNotClaimed() {
		long token = this.one.acquire(1, LEASE, NO_QUEUE).token();
		this.two.acquire(1, LEASE, KEEP_BRIEFLY, BLOCK);
		this.one.release(1);
		this.three.acquire(1, LEASE, KEEP, 0);
		awaitInTime(Duration.ofSeconds(10),
				() -> this.three.acquire(1, LEASE, KEEP).state() == AcquisitionState.GRANTED);
		assertThat(this.three.acquire(1, LEASE, KEEP).token()).isGreaterThan(token + BLOCK);
	}

	@Test
	void repetitionsReserveNoSecondBlockAndTakeNoneBack() {
		long token = this.one.acquire(1, LEASE, NO_QUEUE, BLOCK).token();
		assertThat(this.one.acquire(1, LEASE, NO_QUEUE, BLOCK).token()).isEqualTo(token);
		assertThat(this.one.acquire(1, LEASE, NO_QUEUE).token()).isEqualTo(token);
		this.one.release(1, BLOCK);
		this.one.release(1, BLOCK);
		this.one.acquire(1, LEASE, NO_QUEUE, BLOCK);
		assertThat(this.two.acquire(1, LEASE, NO_QUEUE).token()).isEqualTo(token + BLOCK + 1);
		this.one.release(1, BLOCK);
		assertThat(this.two.renew(1, LEASE).token()).isEqualTo(token + BLOCK + 1);
		this.two.release(1);
		assertThat(this.one.acquire(2, LEASE, NO_QUEUE).token()).isEqualTo(token + BLOCK + 2);
	}

}
