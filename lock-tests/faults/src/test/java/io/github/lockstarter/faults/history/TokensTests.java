package io.github.lockstarter.faults.history;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Tokens}.
 */
class TokensTests {

	private static List<String> violations(HistoryBuilder history, Amnesia... amnesias) {
		return Tokens.violations(history.build(), List.of(amnesias), Duration.ofNanos(100));
	}

	@Test
	void growingTokensAreRight() {
		assertThat(violations(new HistoryBuilder().acquire(1, 0, 1, 7, 101).acquire(2, 2, 3, 9, 103))).isEmpty();
	}

	@Test
	void aSmallerTokenThanAnEarlierOneIsWrong() {
		assertThat(violations(new HistoryBuilder().acquire(1, 0, 1, 7, 101).acquire(2, 2, 3, 6, 103))).hasSize(1);
	}

	@Test
	void theSameTokenTwiceIsWrong() {
		assertThat(violations(new HistoryBuilder().acquire(1, 0, 5, 7, 101).acquire(2, 2, 3, 7, 103))).hasSize(1);
	}

	@Test
	void ofTwoThatAskedTogetherEitherMayComeFirst() {
		assertThat(violations(new HistoryBuilder().acquire(1, 0, 5, 7, 101).acquire(2, 4, 6, 6, 103))).isEmpty();
	}

	@Test
	void whatIsPassedOnAfterItWasForgottenMayHaveASmallerToken() {
		HistoryBuilder history = new HistoryBuilder().acquire(1, 0, 1, 7, 101)
			.release(1, 60, 61)
			.acquire(2, 45, 51, 50, 151)
			.passOn(1, 0, 59, 60, 8, 101);
		assertThat(violations(history)).hasSize(1);
		assertThat(violations(history, new Amnesia(40, 44))).isEmpty();
		assertThat(violations(history.acquire(3, 70, 71, 9, 171), new Amnesia(40, 44))).hasSize(1);
	}

	@Test
	void whatIsPassedOnBeyondALeaseAfterItWasForgottenNeedsALargerToken() {
		HistoryBuilder history = new HistoryBuilder().acquire(1, 0, 1, 7, 141)
			.release(1, 60, 61)
			.acquire(2, 45, 51, 50, 151)
			.passOn(1, 0, 59, 60, 8, 1060);
		assertThat(violations(history, new Amnesia(40, 44))).hasSize(1);
	}

}
