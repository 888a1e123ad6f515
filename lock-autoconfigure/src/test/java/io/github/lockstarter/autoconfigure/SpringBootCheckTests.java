package io.github.lockstarter.autoconfigure;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

class SpringBootCheckTests {

	@ParameterizedTest
	@ValueSource(strings = { "3.3.13", "3.0.0", "2.7.18", "3.3.0-SNAPSHOT" })
	void refusesAnOlderSpringBoot(String version) {
		assertThatExceptionOfType(LockConfigurationException.class).isThrownBy(() -> SpringBootCheck.check(version))
			.withMessage("Distributed locks need Spring Boot 3.4 or later, but this application has Spring Boot "
					+ version + ". Upgrade Spring Boot, or remove lock-starter.");
	}

	@ParameterizedTest
	@NullSource
	@ValueSource(strings = { "3.4.0", "3.4.0-RC1", "3.10.0", "4.0.7", "4.1.1", "10.0.0", "of our own" })
	void acceptsAnyOther(String version) {
		assertThatNoException().isThrownBy(() -> SpringBootCheck.check(version));
	}

}
