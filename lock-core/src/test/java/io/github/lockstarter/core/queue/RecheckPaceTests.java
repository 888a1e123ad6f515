package io.github.lockstarter.core.queue;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RecheckPace}.
 */
class RecheckPaceTests {

	private final RecheckPace pace = new RecheckPace();

	@Test
	void asksOnceASecondUntilSomebodyCounts() {
		assertPace(1000);
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			0,     1000
			1,     1000
			199,   1000
			200,   1000
			2000,  1000
			2200,  1100
			5000,  2500
			9998,  4999
			10000, 5000
			10002, 5000
			20000, 5000
			""")
	void asksMoreRarelyTheMoreWaitButEveryFiveSecondsAtLeast(int waiters, long millis) {
		this.pace.waiting(waiters);
		assertPace(millis);
	}

	@Test
	void followsEachCount() {
		this.pace.waiting(20_000);
		this.pace.waiting(5000);
		assertPace(2500);
		this.pace.waiting(0);
		assertPace(1000);
	}

	@Test
	void countsAsManyAsThereCanBe() {
		this.pace.waiting(Integer.MAX_VALUE);
		assertPace(5000);
	}

	@Test
	void asksInBatchesOfTwoHundredATenthOfASecondApart() {
		assertThat(RecheckPace.BATCH).isEqualTo(200);
		assertThat(RecheckPace.PAUSE_NANOS).isEqualTo(TimeUnit.MILLISECONDS.toNanos(100));
		assertThat(RecheckPace.USUAL_NANOS).isEqualTo(TimeUnit.SECONDS.toNanos(1));
	}

	private void assertPace(long millis) {
		long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
		assertThat(this.pace.nanos()).isEqualTo(nanos);
		assertThat(this.pace.earlierNanos()).as("an eighth of it").isEqualTo(nanos / 8);
	}

}
