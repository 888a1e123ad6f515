package io.github.lockstarter.core.queue;

import java.time.Duration;

import io.github.lockstarter.LockOption;
import io.github.lockstarter.core.platform.SteppedPlatform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link WaitLimits}.
 */
class WaitLimitsTests {

	private static final long MILLI = 1_000_000;

	private static final long SECOND = 1000 * MILLI;

	/** The monotonic clock passes its largest number within each of these waits. */
	private static final long START = Long.MAX_VALUE - 10;

	@Test
	void aTryWaitsForNobodyButTwoSecondsForAnAnswer() {
		WaitLimits limits = WaitLimits.of(START, Duration.ZERO);
		assertThat(limits).isEqualTo(new WaitLimits(START, START, START + 2 * SECOND, WaitLimits.Kind.TRY));
		assertThat(limits.waitsForHolders()).isFalse();
		assertThat(limits.isEndless()).isFalse();
		assertThat(limits.isAttempt()).isFalse();
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			1,         100000000
			99999999,  100000000
			100000000, 100000000
			100000001, 100000001
			""")
	void anAnswerIsWaitedForAsLongAsForOthersButForATenthOfASecondAtLeast(long wait, long answer) {
		WaitLimits limits = WaitLimits.of(START, Duration.ofNanos(wait));
		assertThat(limits).isEqualTo(new WaitLimits(START, START + wait, START + answer, WaitLimits.Kind.WAIT));
		assertThat(limits.waitsForHolders()).isTrue();
		assertThat(limits.isEndless()).isFalse();
		assertThat(limits.isAttempt()).isFalse();
	}

	@Test
	void onlyTheLongestWaitIsEndless() {
		WaitLimits endless = WaitLimits.of(0, LockOption.LONGEST);
		assertThat(endless.isEndless()).isTrue();
		assertThat(endless.waitsForHolders()).isTrue();
		assertThat(endless.isAttempt()).isFalse();
		WaitLimits limited = WaitLimits.of(0, LockOption.LONGEST.minusNanos(1));
		assertThat(limited.isEndless()).isFalse();
		assertThat(limited.waitsForHolders()).isTrue();
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			-1,       false
			0,        false
			50000000, false
			50000001, true
			""")
	void isOverrunOnceTheWaitHasBeenOverForMoreThanATwentiethOfASecond(long later, boolean overrun) {
		WaitLimits limits = WaitLimits.of(START, Duration.ofSeconds(3));
		assertThat(limits.isOverrun(limits.until() + later)).isEqualTo(overrun);
	}

	@ParameterizedTest
	@ValueSource(longs = { 0, 3 * SECOND, 3 * SECOND + 50 * MILLI })
	void waitsForAnAnswerUntilItsLimitWhileItIsNotOverrun(long now) {
		WaitLimits limits = WaitLimits.of(START, Duration.ofSeconds(3));
		assertThat(limits.answerBy(START + now)).isEqualTo(START + 3 * SECOND);
	}

	@ParameterizedTest
	@ValueSource(longs = { 3 * SECOND + 50 * MILLI + 1, 3 * SECOND + 51 * MILLI, 3600 * SECOND })
	void afterAStallThereIsATenthOfASecondToLookForTheAnswer(long now) {
		WaitLimits limits = WaitLimits.of(START, Duration.ofSeconds(3));
		assertThat(limits.answerBy(START + now)).isEqualTo(START + now + 100 * MILLI);
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			51000000,   2000000000
			1900000000, 2000000000
			1900000001, 2000000001
			2500000000, 2600000000
			""")
	void aStallNeverShortensTheWaitForAnAnswer(long now, long answerBy) {
		WaitLimits limits = WaitLimits.of(START, Duration.ZERO);
		assertThat(limits.answerBy(START + now)).isEqualTo(START + answerBy);
	}

	@Test
	void isOverdueOnceItWouldHaveHadItsAnswerFiveSecondsAgo() {
		WaitLimits limits = WaitLimits.of(START, Duration.ofMillis(1));
		assertThat(limits.overdueAt()).isEqualTo(START + 100 * MILLI + 5 * SECOND);
	}

	@Test
	void anEndlessCallIsNeverOverdue() {
		WaitLimits limits = WaitLimits.of(0, LockOption.LONGEST);
		assertThat(limits.overdueAt() - (limits.answerBy() + 6 * SECOND)).isPositive();
		WaitLimits shorter = WaitLimits.of(0, LockOption.LONGEST.minusNanos(1));
		assertThat(shorter.overdueAt() - (shorter.answerBy() + 6 * SECOND)).isNegative();
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			5,          5
			1999999999, 1999999999
			2000000000, 2000000000
			2000000001, 2000000000
			3600000000000, 2000000000
			""")
	void anAttemptHasTwoSecondsForItsAnswerButNoMoreThanItsCall(long rest, long answer) {
		SteppedPlatform platform = new SteppedPlatform();
		platform.pass(Duration.ofNanos(START));
		long now = platform.nanoTime();
		WaitLimits call = new WaitLimits(now - 5, now + rest, now + rest, WaitLimits.Kind.WAIT);
		WaitLimits attempt = call.attempt(platform);
		assertThat(attempt).isEqualTo(new WaitLimits(now - 5, now, now + answer, WaitLimits.Kind.ATTEMPT));
		assertThat(attempt.isAttempt()).isTrue();
		assertThat(attempt.waitsForHolders()).isFalse();
		assertThat(attempt.isEndless()).isFalse();
	}

}
