package io.github.lockstarter.core.hold;

import java.time.Duration;

import io.github.lockstarter.core.platform.Moment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaseMath}.
 */
class LeaseMathTests {

	@ParameterizedTest
	@CsvSource(textBlock = """
			PT30S,   PT29.698S
			PT10S,   PT9.898S
			PT1S,    PT0.988S
			PT0.1S,  PT0.097S
			PT0.002S, PT-0.00002S
			PT0S,    PT-0.002S
			""")
	void isCountedOnForAHundredthAndTwoMillisecondsLess(Duration lease, Duration counted) {
		Moment sentAt = new Moment(7_000_000_001L, 1_700_000_000_000L);
		Moment end = LeaseMath.end(sentAt, lease);
		assertThat(end.nanos() - sentAt.nanos()).isEqualTo(counted.toNanos());
		assertThat(end).isEqualTo(LeaseMath.end(sentAt, lease.toNanos()));
	}

	@Test
	void endsThatMuchEarlierOnTheWallClockToo() {
		Moment sentAt = new Moment(-5, 1_700_000_000_000L);
		assertThat(LeaseMath.end(sentAt, Duration.ofSeconds(30)).wallMillis()).isEqualTo(1_700_000_029_698L);
	}

	@Test
	void roundsTheHundredthDown() {
		assertThat(LeaseMath.end(new Moment(0, 0), 199).nanos()).isEqualTo(198 - 2_000_000);
		assertThat(LeaseMath.end(new Moment(0, 0), 200).nanos()).isEqualTo(198 - 2_000_000);
	}

	@Test
	void findsTheLongerAndTheShorterOne() {
		Duration less = Duration.ofNanos(1);
		Duration more = Duration.ofNanos(2);
		assertThat(LeaseMath.longer(less, more)).isEqualTo(LeaseMath.longer(more, less)).isEqualTo(more);
		assertThat(LeaseMath.shorter(less, more)).isEqualTo(LeaseMath.shorter(more, less)).isEqualTo(less);
		assertThat(LeaseMath.longer(less, less)).isEqualTo(LeaseMath.shorter(less, less)).isEqualTo(less);
	}

	@Test
	void aTimeThatIsOverIsNoTime() {
		assertThat(LeaseMath.nonNegative(1)).isEqualTo(Duration.ofNanos(1));
		assertThat(LeaseMath.nonNegative(0)).isZero();
		assertThat(LeaseMath.nonNegative(-1)).isZero();
		assertThat(LeaseMath.nonNegative(Long.MIN_VALUE)).isZero();
	}

	@Test
	void aGrantIsPromptIfASecondOfItsClaimWindowIsLeft() {
		assertThat(LeaseMath.PROMPT_NANOS).isEqualTo(1_000_000_000);
	}

}
