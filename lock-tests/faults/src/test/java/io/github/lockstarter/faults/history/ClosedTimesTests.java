package io.github.lockstarter.faults.history;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.faults.history.Event.Outcome;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ClosedTimes}.
 */
class ClosedTimesTests {

	private static long longest(HistoryBuilder history, long since) {
		return ClosedTimes.longest(history.build(), since).values().stream().mapToLong(Duration::toNanos).sum();
	}

	@Test
	void aLockIsClosedFromItsReleaseToTheNextGrantIfSomebodyAsks() {
		HistoryBuilder history = new HistoryBuilder().acquire(1, 0, 1, 1, 101)
			.release(1, 10, 15)
			.acquire(2, 5, 50, 2, 150);
		assertThat(longest(history, 0)).isEqualTo(40);
	}

	@Test
	void aLockThatNobodyAsksForIsNotClosed() {
		HistoryBuilder history = new HistoryBuilder().acquire(1, 0, 1, 1, 101)
			.release(1, 10, 15)
			.acquire(2, 48, 50, 2, 150);
		assertThat(longest(history, 0)).isEqualTo(2);
	}

	@Test
	void whatWasBeforeTheEndOfAFaultDoesNotCount() {
		HistoryBuilder history = new HistoryBuilder().acquire(1, 0, 1, 1, 101)
			.release(1, 10, 15)
			.acquire(2, 5, 50, 2, 150);
		assertThat(longest(history, 43)).isEqualTo(7);
		assertThat(longest(history, 60)).isZero();
	}

	@Test
	void aLockIsHeldByTheDeadUntilItsValidityEnds() {
		assertThat(longest(new HistoryBuilder().acquire(1, 0, 1, 1, 101).acquire(2, 5, 121, 2, 221), 0)).isEqualTo(20);
	}

	@Test
	void aLongHoldCountsAlthoughAShorterOneBeganLater() {
		HistoryBuilder history = new HistoryBuilder().share(1, 1, 0, 1, 101)
			.share(2, 1, 0, 2, 102)
			.release(2, 5, 6)
			.release(1, 60, 61)
			.acquire(3, 3, 70, 1, 170);
		assertThat(longest(history, 0)).isEqualTo(10);
	}

	@Test
	void aLockThatNobodyIsGrantedAnyMoreIsClosedToTheEnd() {
		HistoryBuilder history = new HistoryBuilder().acquire(1, 0, 1, 1, 101)
			.release(1, 10, 15)
			.failToAcquire(2, 5, 80, Outcome.FAIL);
		assertThat(longest(history, 0)).isEqualTo(70);
	}

	@Test
	void whoAsksAgainAfterItWasRefusedFindsTheSameLockClosed() {
		HistoryBuilder history = new HistoryBuilder().acquire(1, 0, 1, 1, 101)
			.release(1, 10, 15)
			.failToAcquire(2, 5, 40, Outcome.FAIL)
			.acquire(2, 41, 70, 2, 170);
		assertThat(longest(history, 0)).isEqualTo(60);
	}

	@Test
	void whoDiedDoesNotAskAnyMore() {
		HistoryBuilder history = new HistoryBuilder().acquire(1, 0, 1, 1, 101)
			.failToAcquire(2, 5, 110, Outcome.INVOKE)
			.acquire(3, 200, 201, 2, 301);
		assertThat(longest(history, 110)).isEqualTo(1);
	}

}
