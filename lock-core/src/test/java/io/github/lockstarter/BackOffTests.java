package io.github.lockstarter;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link BackOff}.
 */
class BackOffTests {

	private static final Duration BASE = Duration.ofMillis(10);

	private static final Duration MAX = Duration.ofMillis(50);

	@Test
	void pausesGrowUpToTheLongest() {
		BackOff backOff = new BackOff(BASE, MAX, 2, 0, 5);
		assertThat(backOff.pause(1, 0.5)).hasMillis(10);
		assertThat(backOff.pause(2, 0.5)).hasMillis(20);
		assertThat(backOff.pause(3, 0.5)).hasMillis(40);
		assertThat(backOff.pause(4, 0.5)).hasMillis(50);
		assertThat(backOff.pause(Integer.MAX_VALUE, 0.5)).hasMillis(50);
	}

	@Test
	void jitterLengthensOrShortensThem() {
		BackOff backOff = new BackOff(BASE, MAX, 1, 0.2, 5);
		assertThat(backOff.pause(7, 0)).hasMillis(8);
		assertThat(backOff.pause(7, 1)).hasMillis(12);
	}

	@Test
	void refusesWhatCannotWork() {
		assertThatIllegalArgumentException().isThrownBy(() -> new BackOff(Duration.ZERO, MAX, 2, 0, 5))
			.withMessageContaining("use durations like '50ms' and '1s'");
		assertThatIllegalArgumentException().isThrownBy(() -> new BackOff(MAX, BASE, 2, 0, 5));
		assertThatIllegalArgumentException().isThrownBy(() -> new BackOff(BASE, MAX, Double.NaN, 0, 5))
			.withMessageContaining("between 1 and 100");
		assertThatIllegalArgumentException().isThrownBy(() -> new BackOff(BASE, MAX, 2, 1.1, 5))
			.withMessageContaining("between 0 and 1");
		assertThatIllegalArgumentException().isThrownBy(() -> new BackOff(BASE, MAX, 2, 0, 0))
			.withMessageContaining("less than 1");
	}

}
