package io.github.lockstarter.core.hold;

import java.time.Duration;

import io.github.lockstarter.core.platform.Moment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Lease}.
 */
class LeaseTests {

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
		Moment end = Lease.end(sentAt, lease);
		assertThat(end.nanos() - sentAt.nanos()).isEqualTo(counted.toNanos());
		assertThat(end).isEqualTo(Lease.end(sentAt, lease.toNanos()));
	}

	@Test
	void endsThatMuchEarlierOnTheWallClockToo() {
		Moment sentAt = new Moment(-5, 1_700_000_000_000L);
		assertThat(Lease.end(sentAt, Duration.ofSeconds(30)).wallMillis()).isEqualTo(1_700_000_029_698L);
	}

	@Test
	void roundsTheHundredthDown() {
		assertThat(Lease.end(new Moment(0, 0), 199).nanos()).isEqualTo(198 - 2_000_000);
		assertThat(Lease.end(new Moment(0, 0), 200).nanos()).isEqualTo(198 - 2_000_000);
	}

	@Test
	void findsTheLongerAndTheShorterOne() {
		Duration less = Duration.ofNanos(1);
		Duration more = Duration.ofNanos(2);
		assertThat(Lease.longer(less, more)).isEqualTo(Lease.longer(more, less)).isEqualTo(more);
		assertThat(Lease.shorter(less, more)).isEqualTo(Lease.shorter(more, less)).isEqualTo(less);
		assertThat(Lease.longer(less, less)).isEqualTo(Lease.shorter(less, less)).isEqualTo(less);
	}

	@Test
	void aTimeThatIsOverIsNoTime() {
		assertThat(Lease.nonNegative(1)).isEqualTo(Duration.ofNanos(1));
		assertThat(Lease.nonNegative(0)).isZero();
		assertThat(Lease.nonNegative(-1)).isZero();
		assertThat(Lease.nonNegative(Long.MIN_VALUE)).isZero();
	}

	@Test
	void aGrantIsPromptIfASecondOfItsClaimWindowIsLeft() {
		assertThat(Lease.PROMPT_NANOS).isEqualTo(1_000_000_000);
	}

}
