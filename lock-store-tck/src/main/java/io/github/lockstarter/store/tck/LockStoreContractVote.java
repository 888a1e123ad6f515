package io.github.lockstarter.store.tck;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreFeature;
import io.github.lockstarter.store.Vote;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

/**
 * The part of the {@link LockStoreContract} that is about stores several of which decide
 * together.
 */
@NullMarked
@NeedsFeature(StoreFeature.VOTES)
abstract class LockStoreContractVote extends LockStoreContractTokens {

	/** So much that a token is ahead of any clock, as long as a test runs. */
	private static final long AHEAD = 20_000_000;

	private StoreAnswer vote(Participant who, long number, long leastToken) {
		return who.done(vote(who, number, new Vote(leastToken, Duration.ZERO)));
	}

	private static CompletionStage<StoreAnswer> vote(Participant who, long number, Vote vote) {
		return who.session.acquire(who.request(number, LEASE, NO_QUEUE, 0).voting(vote));
	}

	private long ahead() {
		long token = this.one.acquire(1, LEASE, NO_QUEUE).token();
		this.one.release(1);
		return token + AHEAD;
	}

	@Test
	void aTokenIsNotSmallerThanIsAskedFor() {
		long least = ahead();
		assertThat(vote(this.two, 1, least)).satisfies((answer) -> {
			assertThat(answer.state()).isEqualTo(AcquisitionState.GRANTED);
			assertThat(answer.token()).isEqualTo(least);
			assertThat(answer.remaining()).isEqualTo(LEASE);
		});
		assertThat(this.one.hold().token()).isEqualTo(least);
		assertThat(this.one.hold().remaining()).isBetween(LEASE.minusSeconds(10), LEASE);
		assertThat(this.two.renew(1, LEASE).token()).isEqualTo(least);
	}

	@Test
	void theStoreGivesALargerTokenIfItHasOne() {
		long token = this.one.acquire(1, LEASE, NO_QUEUE).token();
		this.one.release(1);
		assertThat(vote(this.two, 1, 1).token()).isGreaterThan(token);
		long least = vote(this.two, 1, token + AHEAD).token();
		this.two.release(1);
		assertThat(vote(this.one, 2, 1).token()).isEqualTo(least + 1);
	}

	@Test
	void theTokenOfAHolderIsRaisedAndNeverLowered() {
		long least = ahead();
		long token = vote(this.two, 1, 1).token();
		assertThat(token).isLessThan(least);
		assertThat(vote(this.two, 1, least).token()).isEqualTo(least);
		assertThat(vote(this.two, 1, 1).token()).isEqualTo(least);
		assertThat(this.two.acquire(1, LEASE, NO_QUEUE).token()).isEqualTo(least);
	}

	@Test
	void theNextTokenIsBeyondTheLeastOneAndAllThatWereReservedWithIt() {
		long least = ahead();
		this.two.done(this.two.session
			.acquire(this.two.request(1, LEASE, NO_QUEUE, 64).voting(new Vote(least, Duration.ZERO))));
		this.two.release(1, 10);
		assertThat(this.one.acquire(2, LEASE, NO_QUEUE).token()).isEqualTo(least + 11);
	}

	@Test
	void aVoteForALockThatAnotherHoldsIsRefusedAndChangesNothing() {
		long token = this.one.acquire(1, LEASE, NO_QUEUE).token();
		assertThat(vote(this.two, 1, token + AHEAD).state()).isEqualTo(AcquisitionState.REFUSED);
		assertThat(this.one.renew(1, LEASE).token()).isEqualTo(token);
	}

	@Test
	void aVoteThatArrivesAfterItsReleaseIsRefused() {
		this.one.release(3);
		assertThat(vote(this.one, 3, 1).state()).isEqualTo(AcquisitionState.UNKNOWN);
	}

	@Test
	void whoeverVotesNamesItsServer() {
		StoreAnswer granted = vote(this.one, 1, 1);
		StoreAnswer refused = vote(this.two, 1, 1);
		assertThat(granted.clock().server()).isNotEmpty().isEqualTo(refused.clock().server());
		assertThat(granted.clock().micros()).isPositive();
	}

	@Test
	void aStoreThatHasNotBeenUpForSoLongGrantsNothing() {
		assertThat(vote(this.one, 1, new Vote(1, Duration.ofDays(10_000)))).failsWithin(Duration.ofSeconds(20))
			.withThrowableThat()
			.havingCause()
			.asInstanceOf(type(StoreException.class))
			.satisfies((refusal) -> {
				assertThat(refusal.getKind()).isEqualTo(StoreException.Kind.NOT_READY);
				assertThat(refusal).hasMessageContaining("it started ");
			});
		assertThat(this.two.acquire(1, LEASE, NO_QUEUE).state()).isEqualTo(AcquisitionState.GRANTED);
	}

}
