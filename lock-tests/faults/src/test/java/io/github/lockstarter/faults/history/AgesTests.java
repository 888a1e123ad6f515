package io.github.lockstarter.faults.history;

import java.time.Duration;
import java.util.List;

import io.github.lockstarter.faults.history.Event.Outcome;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Ages}.
 */
class AgesTests {

	private static List<String> violations(HistoryBuilder history) {
		return Ages.violations(history.build(), 0, Duration.ofNanos(5));
	}

	@Test
	void oneAfterTheOtherIsRight() {
		assertThat(violations(new HistoryBuilder().acquire(1, 0, 1, 1, 101)
			.release(1, 20, 21)
			.acquire(2, 2, 22, 2, 122)
			.release(2, 30, 31)
			.acquire(3, 10, 32, 3, 132))).isEmpty();
	}

	@Test
	void whoHadAskedLaterIsWrong() {
		HistoryBuilder history = new HistoryBuilder().acquire(1, 0, 1, 1, 101)
			.release(1, 20, 21)
			.acquire(2, 8, 22, 2, 122)
			.release(2, 30, 31)
			.acquire(3, 2, 32, 3, 132);
		assertThat(violations(history)).singleElement().asString().contains("2/0/0 before 3/0/0");
	}

	@Test
	void whoHadAskedHardlyLaterIsRight() {
		assertThat(violations(new HistoryBuilder().acquire(1, 0, 1, 1, 101)
			.release(1, 20, 21)
			.acquire(2, 7, 22, 2, 122)
			.release(2, 30, 31)
			.acquire(3, 2, 32, 3, 132))).isEmpty();
	}

	@Test
	void whoHadAskedBeforeAllBeganIsNotLookedAt() {
		History history = new HistoryBuilder().acquire(1, 10, 11, 1, 111)
			.release(1, 20, 21)
			.acquire(2, 0, 22, 2, 122)
			.build();
		assertThat(Ages.violations(history, 0, Duration.ofNanos(5))).hasSize(1);
		assertThat(Ages.violations(history, 1, Duration.ofNanos(5))).isEmpty();
	}

	@Test
	void oneThatGaveUpStandsInNobodysWay() {
		assertThat(violations(new HistoryBuilder().acquire(1, 0, 1, 1, 101)
			.failToAcquire(3, 2, 15, Outcome.FAIL)
			.release(1, 20, 21)
			.acquire(2, 10, 22, 2, 122))).isEmpty();
	}

}
