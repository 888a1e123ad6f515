package io.github.lockstarter.autoconfigure;

import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Writes times without a unit, which Spring Boot reads as milliseconds.
 */
class UnitlessTimesTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class))
		.withPropertyValues("distributed-lock.store=memory");

	@ParameterizedTest
	@CsvSource({ "lease-time, 30", "wait-time, 10", "waitTime, 10", "max-hold, 600", "warn-after, 30",
			"renewal.interval, 5", "drain-timeout, 20", "local-handover.max-time, 20", "back-off.base, 50",
			"adaptive-lease.max, 300", "locks.OrderService.process.wait-time, 2", "locks.job.min-hold, 30",
			"locks.job.back-off.max, 3" })
	void areRefused(String property, String value) {
		assertRefused(this.runner.withPropertyValues("distributed-lock." + property + "=" + value),
				"' is " + value + ", which means " + value + " ms: a number without a unit is in milliseconds."
						+ " Origin: \"distributed-lock." + property + "\" from property source \"test\". Write '"
						+ value + "s' or '" + value + "ms'.");
	}

	@Test
	void areNamedAsTheyAreWritten() {
		assertRefused(this.runner.withPropertyValues("distributed-lock.lease-time=30"),
				"'distributed-lock.lease-time' is 30, which means 30 ms: a number without a unit is in milliseconds."
						+ " Origin: \"distributed-lock.lease-time\" from property source \"test\". Write '30s' or '30ms'.");
		assertRefused(this.runner.withPropertyValues("distributed-lock.locks.OrderService.process.waitTime=2"),
				"'distributed-lock.locks.OrderService.process.waitTime' is 2, which means 2 ms");
	}

	@Test
	void areRefusedBehindAPlaceholder() {
		assertRefused(this.runner.withPropertyValues("distributed-lock.wait-time=${patience}", "patience=7"),
				"'distributed-lock.wait-time' is 7, which means 7 ms");
	}

	@Test
	void areRefusedAsNumbersOfAYamlFile() {
		assertRefused(
				this.runner.withInitializer((context) -> context.getEnvironment()
					.getPropertySources()
					.addFirst(new MapPropertySource("yaml", Map.of("distributed-lock.wait-time", 10)))),
				"'distributed-lock.wait-time' is 10, which means 10 ms");
	}

	@Test
	void areRefusedInEnvironmentVariables() {
		assertRefused(
				this.runner.withInitializer((context) -> context.getEnvironment()
					.getPropertySources()
					.replace(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
							new SystemEnvironmentPropertySource(
									StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
									Map.of("DISTRIBUTEDLOCK_LEASETIME", "30")))),
				"The environment variable 'DISTRIBUTEDLOCK_LEASETIME' is 30, which means 30 ms: a number without a unit is"
						+ " in milliseconds. Write '30s' or '30ms'.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "wait-time=0", "wait-time= 0 ", "wait-time=10s", "wait-time=PT10S", "wait-time=1m",
			"max-waiters=5", "locks.job.max-waiters=5", "locks.job.wait-time=0", "order=3", "back-off.multiplier=3",
			"locks.job.adaptive-lease.window=20" })
	void areNotConfusedWithWhatHasAUnitOrNeedsNone(String property) {
		this.runner.withPropertyValues("distributed-lock." + property)
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void mayBeOverridden() {
		this.runner
			.withInitializer((context) -> Stream.of("10", "10s")
				.forEach((value) -> context.getEnvironment()
					.getPropertySources()
					.addFirst(new MapPropertySource("with " + value, Map.of("distributed-lock.wait-time", value)))))
			.run((context) -> assertThat(context).hasNotFailed());
	}

	private static void assertRefused(ApplicationContextRunner runner, String sentence) {
		runner.run((context) -> assertThat(context).getFailure()
			.rootCause()
			.isInstanceOf(LockConfigurationException.class)
			.hasMessageContaining(sentence));
	}

}
