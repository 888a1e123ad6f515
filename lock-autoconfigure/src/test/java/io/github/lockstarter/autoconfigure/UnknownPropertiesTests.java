package io.github.lockstarter.autoconfigure;

import java.util.Map;

import io.github.lockstarter.LockSettings;
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
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(LogCapture.class)
class UnknownPropertiesTests {

	@ParameterizedTest
	@CsvSource({ "wiat-time, wait-time", "max-waiter, max-waiters", "renewal.intervall, renewal.interval",
			"backoff.bse, back-off.base", "ordre, order", "local-handover.maxtimes, local-handover.max-time",
			"key_prefx, key-prefix", "lock.Order.process.wait-time, locks.Order.process.wait-time" })
	void tellsOfTheOneThatWasProbablyMeant(String written, String meant, CapturedLog output) {
		report("distributed-lock." + written);
		assertThat(output).contains("has no effect; did you mean 'distributed-lock." + meant + "'?")
			.contains("WARN", UnknownProperties.class.getSimpleName());
	}

	@Test
	void tellsOfNoneThatIsFarFromIt(CapturedLog output) {
		report("distributed-lock.password");
		assertThat(output).contains(
				"The property 'distributed-lock.password' is unknown and has no effect. Origin: \"distributed-lock.password\""
						+ " from property source \"test\"." + System.lineSeparator());
	}

	@ParameterizedTest
	@ValueSource(strings = { "distributed-lock.wait-time", "distributed-lock.waitTime", "distributed-lock.wait_time",
			"distributed-lock.locks.Order.process.wait-time", "distributed-lock.locks", "distributed-locks.password",
			"distributed.lock.password", "distributedlock.wait-time", "distributed-log.enabled",
			"distributed-cache.enabled", "distributed.cache.enabled", "spring.distributed-lock.password",
			"distributed-lock.back-off.max-attempts", "distributed-lock.local-hand-over.max-time",
			"distributed-lock.test.mode" })
	void isSilentAboutWhatIsKnownOrNotOurs(String name, CapturedLog output) {
		report(name);
		assertThat(output).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "distributed-locks.wait-time, wait-time", "distributed.lock.wait-time, wait-time",
			"distributed.locks.wait-time, wait-time", "distributedlocks.enabled, enabled",
			"distribued-lock.wait-time, wait-time", "distribtued-lock.wait-time, wait-time",
			"distributed-lok.lease-time, lease-time", "Distributed_Locks.store, store",
			"spring.distributed-lock.wait-time, wait-time", "distributed.lock.leaseTime, leaseTime",
			"distributed-locks.renewal.interval, renewal.interval",
			"distributed.lock.locks.Order.process.wait-time, locks.Order.process.wait-time" })
	void tellsOfAMisspeltPrefix(String written, String meant, CapturedLog output) {
		report(written);
		assertThat(output).contains("WARN", "The property '" + written
				+ "' has no effect; did you mean 'distributed-lock." + meant + "'? Origin: \"" + written + "\"");
	}

	@Test
	void isSilentAboutAGroupWithoutProperties(CapturedLog output) {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources()
			.addFirst(new MapPropertySource("test", Map.of("distributed-lock.renewal", "")));
		UnknownProperties.report(environment);
		assertThat(output).isEmpty();
	}

	@Test
	void tellsOfAMisspeltPrefixOfEnvironmentVariables(CapturedLog output) {
		report(new SystemEnvironmentPropertySource(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
				Map.of("DISTRIBUTEDLOCKS_WAITTIME", "5s")));
		assertThat(output).contains("The environment variable 'DISTRIBUTEDLOCKS_WAITTIME' has no effect;"
				+ " did you mean 'DISTRIBUTEDLOCK_WAITTIME'?");
	}

	@Test
	void readsAPrefixWithoutItsDash() {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class))
			.withPropertyValues("distributedlock.store=memory", "distributedlock.locks.Order.process.wait-time=5s")
			.run((context) -> assertThat(context.getBean(LockSettings.class).locks()).containsKey("Order.process"));
	}

	@Test
	void isAskedAtStartUp(CapturedLog output) {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class))
			.withPropertyValues("distributed-lock.store=memory", "distributed-lock.lease-tme=5s")
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).containsOnlyOnce("'distributed-lock.lease-tme' is unknown");
	}

	private static void report(String name) {
		report(new MapPropertySource("test", Map.of(name, "x")));
	}

	private static void report(PropertySource<?> source) {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources().addFirst(source);
		UnknownProperties.report(environment);
	}

}
