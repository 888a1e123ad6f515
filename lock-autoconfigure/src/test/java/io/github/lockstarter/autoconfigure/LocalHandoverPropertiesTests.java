package io.github.lockstarter.autoconfigure;

import java.time.Duration;

import io.github.lockstarter.LocalHandover;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link LocalHandoverProperties}.
 */
class LocalHandoverPropertiesTests {

	private final LocalHandoverProperties properties = new LocalHandoverProperties();

	@Test
	void hasTheDefaultsOfTheEngine() {
		assertThat(this.properties.map()).isEqualTo(LocalHandover.DEFAULT);
	}

	@Test
	void canBeSwitchedOff() {
		this.properties.setMaxPasses(0);
		assertThat(this.properties.map().maxPasses()).isZero();
	}

	@Test
	void refusesPassesThatReserveTooManyTokens() {
		this.properties.setMaxPasses(10_001);
		assertRefused("The property 'distributed-lock.local-handover.max-passes' is '10001', but it has to be"
				+ " from 0 to 10000.");
	}

	@Test
	void refusesATimeThatOtherJvmsWouldWaitTooLong() {
		this.properties.setMaxTime(Duration.ofMinutes(2));
		assertRefused("The property 'distributed-lock.local-handover.max-time' is '2m', but it has to be from 0"
				+ " to 60s.");
	}

	private void assertRefused(String message) {
		assertThatExceptionOfType(LockConfigurationException.class).isThrownBy(this.properties::map)
			.withMessageStartingWith(message);
	}

}
