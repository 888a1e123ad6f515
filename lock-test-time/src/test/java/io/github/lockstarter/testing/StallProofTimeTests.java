package io.github.lockstarter.testing;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for time that stands still while the JVM does.
 */
class StallProofTimeTests {

	/** Let nobody look for a while, as if no thread ran. */
	static void standStill() {
		synchronized (StallProofTime.class) {
			StallProofTime.nanoTime();
			long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(300);
			while (end - System.nanoTime() > 0) {
				LockSupport.parkNanos(end - System.nanoTime());
			}
		}
	}

	@Test
	void goesOnByNoMoreThanALittleMeanwhile() {
		long before = StallProofTime.stalls();
		Duration stalled = StallProofTime.stalled();
		synchronized (StallProofTime.class) {
			long startedAt = StallProofTime.nanoTime();
			standStill();
			assertThat(StallProofTime.since(startedAt)).isLessThan(Duration.ofMillis(200));
		}
		assertThat(StallProofTime.stalls()).isGreaterThan(before);
		assertThat(StallProofTime.stalled().minus(stalled)).isGreaterThan(Duration.ofMillis(200));
	}

	@Test
	void goesOnByItself() {
		long startedAt = StallProofTime.nanoTime();
		StallProofTime.pass(Duration.ofMillis(100));
		assertThat(StallProofTime.since(startedAt)).isGreaterThanOrEqualTo(Duration.ofMillis(100));
	}

	@Test
	void leapsByTheGivenTimeWhichDoesNotCountAsAStall() {
		Duration hour = Duration.ofHours(1);
		Duration stalled = StallProofTime.stalled();
		long startedAt = StallProofTime.nanoTime();
		StallProofTime.leap(hour);
		assertThat(StallProofTime.since(startedAt)).isBetween(hour, hour.plusMinutes(1));
		assertThat(StallProofTime.stalled()).isGreaterThanOrEqualTo(stalled);
	}

	@Test
	void whatComesTooLateIsFound() {
		Duration limit = Duration.ofMillis(100);
		assertThatExceptionOfType(AssertionError.class)
			.isThrownBy(() -> StallProofTime.awaitWithin(limit, () -> false));
		StallProofTime.awaitWithin(limit, () -> {
			standStill();
			return true;
		});
	}

}
