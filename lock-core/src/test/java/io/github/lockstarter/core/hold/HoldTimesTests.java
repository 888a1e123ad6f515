package io.github.lockstarter.core.hold;

import java.time.Duration;
import java.util.stream.IntStream;

import io.github.lockstarter.AdaptiveLease;
import io.github.lockstarter.AdaptiveLease.Statistic;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link HoldTimes}.
 */
class HoldTimesTests {

	private static final Duration MIN = Duration.ofMillis(200);

	private static final Duration MAX = Duration.ofSeconds(60);

	@Test
	void knowsNothingBeforeThereAreEnough() {
		HoldTimes times = of(Statistic.P95);
		add(times, 9, 1000, null);
		assertThat(times.lease()).isNull();
		add(times, 1, 1000, null);
		assertThat(times.lease()).hasMillis(2000);
	}

	@Test
	void takesTwiceThe95thPercentile() {
		HoldTimes times = of(Statistic.P95);
		IntStream.rangeClosed(1, 100).forEach((i) -> times.add(Duration.ofMillis(i * 10L), null));
		assertThat(times.lease()).isBetween(Duration.ofMillis(1500), Duration.ofMillis(2000));
	}

	@Test
	void takesTwiceTheAverage() {
		HoldTimes times = of(Statistic.AVERAGE);
		add(times, 5, 100, null);
		add(times, 5, 300, null);
		assertThat(times.lease()).hasMillis(400);
	}

	@Test
	void forgetsWhatIsOutOfTheWindow() {
		HoldTimes times = of(Statistic.P95);
		add(times, 100, 10_000, null);
		add(times, 100, 1000, null);
		assertThat(times.lease()).hasMillis(2000);
	}

	@Test
	void staysBetweenTheBounds() {
		HoldTimes times = of(Statistic.P95);
		add(times, 10, 1, null);
		assertThat(times.lease()).isEqualTo(MIN);
		add(times, 100, 100_000, null);
		assertThat(times.lease()).isEqualTo(MAX);
	}

	@Test
	void neverFallsBelowALeaseTimeThatIsWritten() {
		HoldTimes times = of(Statistic.P95);
		add(times, 10, 1, Duration.ofMinutes(5));
		assertThat(times.lease()).hasMinutes(5);
	}

	@Test
	void keepsTheLeaseWhileLittleChanges() {
		HoldTimes times = of(Statistic.P95);
		add(times, 100, 1000, null);
		add(times, 100, 1100, null);
		assertThat(times.lease()).hasMillis(2000);
		add(times, 100, 1300, null);
		assertThat(times.lease()).hasMillis(2600);
	}

	private static HoldTimes of(Statistic statistic) {
		return new HoldTimes("orders", new AdaptiveLease(MIN, MAX, statistic, 100));
	}

	private static void add(HoldTimes times, int number, long millis, @Nullable Duration least) {
		for (int i = 0; i < number; i++) {
			times.add(Duration.ofMillis(millis), least);
		}
	}

}
