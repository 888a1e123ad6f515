package io.github.lockstarter.store;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link StoreTimes}.
 */
class StoreTimesTests {

	@Test
	void aPlaceAndTheGrantThatItGetsOutlastTwoReChecks() {
		Duration place = StoreTimes.RECHECK.multipliedBy(StoreTimes.RECHECKS_OF_A_PLACE);
		assertThat(place).isGreaterThan(StoreTimes.RECHECK.multipliedBy(2)).isLessThan(StoreTimes.REMEMBERED);
	}

}
