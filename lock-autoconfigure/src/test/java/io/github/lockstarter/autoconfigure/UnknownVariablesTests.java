package io.github.lockstarter.autoconfigure;

import java.util.Map;

import io.github.lockstarter.testing.CapturedLog;
import io.github.lockstarter.testing.LogCapture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(LogCapture.class)
class UnknownVariablesTests {

	@ParameterizedTest
	@CsvSource({ "DISTRIBUTED_LOCK_WIAT_TIME, DISTRIBUTEDLOCK_WAITTIME",
			"distributed_lock_wiat_time, DISTRIBUTEDLOCK_WAITTIME",
			"DISTRIBUTED_LOCK_WAITTIME, DISTRIBUTEDLOCK_WAITTIME", "DISTRIBUTEDLOCK_WIATTIME, DISTRIBUTEDLOCK_WAITTIME",
			"DISTRIBUTEDLOCK_WAIT_TIME, DISTRIBUTEDLOCK_WAITTIME",
			"DISTRIBUTED_LOCK_LOCALHANDOVER_MAX_TIME, DISTRIBUTEDLOCK_LOCALHANDOVER_MAXTIME",
			"DISTRIBUTED_LOCK_LOCKS_OTHER_WAIT_TIME, DISTRIBUTEDLOCK_LOCKS_OTHER_WAITTIME",
			"DISTRIBUTED_LOCK_LOCKS_ORDERSERVICE_PROCESS_WAITTIME,"
					+ " DISTRIBUTEDLOCK_LOCKS_ORDERSERVICE_PROCESS_WAITTIME",
			"DISTRIBUTED_LOCK_LOCKS_ORDERSERVICE_PROCESS_WIAT_TIME,"
					+ " DISTRIBUTEDLOCK_LOCKS_ORDERSERVICE_PROCESS_WAITTIME",
			"DISTRIBUTED_LOCK_LOCKS_ORDERSERVICE_PROCESS_BACK_OFF_MAX_ATEMPTS,"
					+ " DISTRIBUTEDLOCK_LOCKS_ORDERSERVICE_PROCESS_BACKOFF_MAXATTEMPTS" })
	void tellsOfTheOneThatWasProbablyMeant(String written, String meant, CapturedLog output) {
		report(written, "5s");
		assertThat(output.toString().lines()).singleElement()
			.asString()
			.contains("WARN", "The environment variable '" + written + "' sets no property of locks; did you mean '"
					+ meant + "'?");
	}

	@ParameterizedTest
	@ValueSource(strings = { "DISTRIBUTED_LOCK_PORT_6379_TCP_ADDR", "DISTRIBUTEDLOCK_PASSWORD",
			"DISTRIBUTED_LOCK_LOCKS_OTHER_PASSWORD" })
	void mentionsOneThatIsFarFromAnyProperty(String written, CapturedLog output) {
		report(written, "5s");
		assertThat(output.toString().lines()).singleElement()
			.asString()
			.contains("INFO", "The environment variable '" + written + "' sets no property of locks.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "DISTRIBUTED_LOCK_WAIT_TIME", "DISTRIBUTEDLOCK_WAITTIME", "DISTRIBUTEDLOCK_ENABLED",
			"DISTRIBUTED_LOCK_ENABLED", "DISTRIBUTEDLOCK_LOCALHANDOVER_MAXTIME",
			"DISTRIBUTED_LOCK_BACK_OFF_MAX_ATTEMPTS", "DISTRIBUTED_LOCK_QUORUM_NODES_0",
			"DISTRIBUTED_LOCK_LOCKS_ORDERSERVICE_PROCESS_WAIT_TIME",
			"DISTRIBUTED_LOCK_LOCKS_ORDERSERVICE_PROCESS_BACK_OFF_BASE",
			"DISTRIBUTEDLOCK_LOCKS_ORDERSERVICE_PROCESS_WAITTIME", "DISTRIBUTEDLOCK_LOCKS_OTHER_WAITTIME",
			"distributed_lock_enabled", "DISTRIBUTED_LOCK_LOCKS_ORDER_EXPORT_WAIT_TIME", "DISTRIBUTED_LOCK_TEST_MODE",
			"DISTRIBUTEDLOCK_JDBC_DATASOURCE", "DISTRIBUTED_CACHE_WAIT_TIME" })
	void isSilentAboutWhatIsReadOrNotOurs(String written, CapturedLog output) {
		report(written, "5s");
		assertThat(output).isEmpty();
	}

	@Test
	void isSilentAboutAnEmptyOne(CapturedLog output) {
		report("DISTRIBUTED_LOCK_WIAT_TIME", "");
		assertThat(output).isEmpty();
	}

	@Test
	void isAskedAtStartUp(CapturedLog output) {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class))
			.withPropertyValues("distributed-lock.store=memory")
			.withInitializer((context) -> context.getEnvironment()
				.getPropertySources()
				.addLast(new SystemEnvironmentPropertySource("test-systemEnvironment",
						Map.of("DISTRIBUTED_LOCK_WIAT_TIME", "3s"))))
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).containsOnlyOnce("'DISTRIBUTED_LOCK_WIAT_TIME' sets no property of locks");
	}

	/** A file names two locks. */
	private static void report(String variable, String value) {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources()
			.replace(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, new SystemEnvironmentPropertySource(
					StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, Map.of(variable, value)));
		environment.getPropertySources()
			.addLast(new MapPropertySource("file", Map.of("distributed-lock.locks.OrderService.process.fair", "true",
					"distributed-lock.locks[order_export].fair", "true")));
		UnknownProperties.report(environment);
	}

}
