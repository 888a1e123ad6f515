package io.github.lockstarter.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;

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

	@Test
	void theScriptsOfRedisCountOnTheSameTimes() throws IOException {
		try (InputStream script = LockStore.class.getResourceAsStream("/META-INF/lock-starter/layout.lua")) {
			assertThat(new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8))
				.contains("local retention = " + StoreTimes.REMEMBERED.toMillis() + "\n");
		}
	}

}
