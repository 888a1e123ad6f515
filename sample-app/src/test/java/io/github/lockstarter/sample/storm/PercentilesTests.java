package io.github.lockstarter.sample.storm;

import java.util.List;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PercentilesTests {

	@Test
	void takesTheNearestRankOfUnsortedValues() {
		Percentiles percentiles = new Percentiles(List.of(50L, 15L, 40L, 20L, 35L));
		assertThat(percentiles.at(30)).isEqualTo(20);
		assertThat(percentiles.at(50)).isEqualTo(35);
		assertThat(percentiles.at(100)).isEqualTo(50);
	}

	@Test
	void takesTheSlowestHundredth() {
		Percentiles percentiles = new Percentiles(LongStream.rangeClosed(1, 200).boxed().toList());
		assertThat(percentiles.at(99)).isEqualTo(198);
	}

	@Test
	void isTheOnlyValueAtAnyPercent() {
		Percentiles percentiles = new Percentiles(List.of(7L));
		assertThat(percentiles.at(0)).isEqualTo(7);
		assertThat(percentiles.at(99)).isEqualTo(7);
	}

	@Test
	void isZeroWithoutValues() {
		assertThat(new Percentiles(List.of()).at(50)).isZero();
	}

}
