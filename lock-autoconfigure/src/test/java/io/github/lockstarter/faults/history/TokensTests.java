package io.github.lockstarter.faults.history;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Tokens}.
 */
class TokensTests {

	@Test
	void growingTokensAreRight() {
		assertThat(Tokens.violations(new HistoryBuilder().acquire(1, 0, 1, 7, 101).acquire(2, 2, 3, 9, 103).build()))
			.isEmpty();
	}

	@Test
	void aSmallerTokenThanAnEarlierOneIsWrong() {
		assertThat(Tokens.violations(new HistoryBuilder().acquire(1, 0, 1, 7, 101).acquire(2, 2, 3, 6, 103).build()))
			.hasSize(1);
	}

	@Test
	void theSameTokenTwiceIsWrong() {
		assertThat(Tokens.violations(new HistoryBuilder().acquire(1, 0, 5, 7, 101).acquire(2, 2, 3, 7, 103).build()))
			.hasSize(1);
	}

	@Test
	void ofTwoThatAskedTogetherEitherMayComeFirst() {
		assertThat(Tokens.violations(new HistoryBuilder().acquire(1, 0, 5, 7, 101).acquire(2, 4, 6, 6, 103).build()))
			.isEmpty();
	}

}
