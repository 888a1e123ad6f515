package io.github.lockstarter.autoconfigure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.lockstarter.AdaptiveLease;
import io.github.lockstarter.BackOff;
import io.github.lockstarter.DistributedLock.LockFailStrategy;
import io.github.lockstarter.LeaseMode;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.UnavailablePolicy;
import io.github.lockstarter.WaitStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.env.PropertiesPropertySourceLoader;
import org.springframework.boot.env.PropertySourceLoader;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ByteArrayResource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class NamedLocksTests {

	private static final LockOptions FIVE_SECONDS = LockOptions.NONE.with(LockOption.WAIT_TIME, Duration.ofSeconds(5));

	@ParameterizedTest
	@ValueSource(strings = { """
			distributed-lock:
			  locks:
			    OrderService.processOrder:
			      wait-time: 5s
			""", """
			distributed-lock:
			  locks:
			    "[OrderService.processOrder]":
			      wait-time: 5s
			""", """
			distributed-lock:
			  locks:
			    OrderService:
			      processOrder:
			        waitTime: 5s
			""", """
			distributed-lock.locks.OrderService.processOrder.wait_time: 5s
			""" })
	void bindsNamesWithDotsInYaml(String yaml) throws IOException {
		assertThat(bind(load(new YamlPropertySourceLoader(), yaml)))
			.isEqualTo(Map.of("OrderService.processOrder", FIVE_SECONDS));
	}

	@ParameterizedTest
	@ValueSource(strings = { "distributed-lock.locks.OrderService.processOrder.wait-time=5s",
			"distributed-lock.locks[OrderService.processOrder].wait-time=5s",
			"distributed-lock.locks.[OrderService.processOrder].waitTime=5s" })
	void bindsNamesWithDotsInPropertiesFiles(String line) throws IOException {
		assertThat(bind(load(new PropertiesPropertySourceLoader(), line)))
			.isEqualTo(Map.of("OrderService.processOrder", FIVE_SECONDS));
	}

	@Test
	void bindsAllSettings() {
		Map<String, Object> settings = new LinkedHashMap<>();
		settings.put("wait-time", "5s");
		settings.put("lease-time", "1m");
		settings.put("auto-renew", "false");
		settings.put("fair", "false");
		settings.put("reentrant", "false");
		settings.put("fail-strategy", "return-null");
		settings.put("on-unavailable", "treat-as-contended");
		settings.put("max-waiters", "7");
		settings.put("max-keys", "12");
		settings.put("max-hold", "2h");
		settings.put("on-loss", "interrupt");
		settings.put("min-hold", "4s");
		settings.put("permits", "2");
		settings.put("capacity", "3");
		settings.put("wait-strategy", "back-off");
		settings.put("warn-after", "9s");
		settings.put("lease-mode", "adaptive");
		settings.put("back-off.base", "1s");
		settings.put("back-off.max", "3s");
		settings.put("back-off.multiplier", "3");
		settings.put("back-off.jitter", "0.5");
		settings.put("back-off.max-attempts", "8");
		settings.put("adaptive-lease.min", "6s");
		settings.put("adaptive-lease.max", "1m");
		settings.put("adaptive-lease.statistic", "average");
		settings.put("adaptive-lease.window", "20");
		settings.put("store", "memory");
		assertThat(settings).containsOnlyKeys(NamedLocks.SETTINGS);
		Map<String, Object> properties = new LinkedHashMap<>();
		settings.forEach((setting, value) -> properties.put("distributed-lock.locks.the.catalogue." + setting, value));
		assertThat(bind(properties(properties))).isEqualTo(Map.of("the.catalogue",
				LockOptions.NONE.with(LockOption.WAIT_TIME, Duration.ofSeconds(5))
					.with(LockOption.LEASE_TIME, Duration.ofMinutes(1))
					.with(LockOption.AUTO_RENEW, false)
					.with(LockOption.FAIR, false)
					.with(LockOption.REENTRANT, false)
					.with(LockOption.FAIL_STRATEGY, LockFailStrategy.RETURN_NULL)
					.with(LockOption.ON_UNAVAILABLE, UnavailablePolicy.TREAT_AS_CONTENDED)
					.with(LockOption.MAX_WAITERS, 7)
					.with(LockOption.MAX_KEYS, 12)
					.with(LockOption.MAX_HOLD, Duration.ofHours(2))
					.with(LockOption.ON_LOSS, LossPolicy.INTERRUPT)
					.with(LockOption.MIN_HOLD, Duration.ofSeconds(4))
					.with(LockOption.PERMITS, 2)
					.with(LockOption.CAPACITY, 3)
					.with(LockOption.WAIT_STRATEGY, WaitStrategy.BACK_OFF)
					.with(LockOption.WARN_AFTER, Duration.ofSeconds(9))
					.with(LockOption.LEASE_MODE, LeaseMode.ADAPTIVE)
					.with(LockOption.BACK_OFF, new BackOff(Duration.ofSeconds(1), Duration.ofSeconds(3), 3, 0.5, 8))
					.with(LockOption.ADAPTIVE_LEASE, new AdaptiveLease(Duration.ofSeconds(6), Duration.ofMinutes(1),
							AdaptiveLease.Statistic.AVERAGE, 20))));
	}

	@Test
	void takesWhatABackOffDoesNotSayFromThatOfAllLocks() {
		assertThat(bind(properties(Map.of("distributed-lock.locks.catalogue.back-off.max", "4s"))))
			.isEqualTo(Map.of("catalogue", LockOptions.NONE.with(LockOption.BACK_OFF,
					new BackOff(BackOff.DEFAULT.base(), Duration.ofSeconds(4), 2, 0.2, Integer.MAX_VALUE))));
	}

	@Test
	void tellsLocksApartOfWhichOneIsTheBeginningOfTheOther() {
		assertThat(bind(properties(Map.of("distributed-lock.locks.order.wait-time", "5s",
				"distributed-lock.locks.order.line.lease-time", "1m"))))
			.isEqualTo(Map.of("order", FIVE_SECONDS, "order.line",
					LockOptions.NONE.with(LockOption.LEASE_TIME, Duration.ofMinutes(1))));
	}

	@Test
	void mergesANameWithAndWithoutBrackets() {
		assertThat(bind(properties(Map.of("distributed-lock.locks.order.line.wait-time", "5s",
				"distributed-lock.locks.[order.line].lease-time", "1m"))))
			.isEqualTo(Map.of("order.line", LockOptions.NONE.with(LockOption.WAIT_TIME, Duration.ofSeconds(5))
				.with(LockOption.LEASE_TIME, Duration.ofMinutes(1))));
	}

	@Test
	void keepsAnyCharactersInBrackets() {
		assertThat(bind(properties(Map.of("distributed-lock.locks.[order line/1_x].wait-time", "5s"))))
			.isEqualTo(Map.of("order line/1_x", FIVE_SECONDS));
	}

	@Test
	void environmentVariablesOverrideFilesWithoutChangingTheName() {
		assertThat(bind(
				new SystemEnvironmentPropertySource("test-systemEnvironment",
						Map.of("DISTRIBUTEDLOCK_LOCKS_ORDERSERVICE_PROCESSORDER_WAITTIME", "5s")),
				properties(Map.of("distributed-lock.locks.OrderService.processOrder.wait-time", "9s"))))
			.isEqualTo(Map.of("OrderService.processOrder", FIVE_SECONDS));
	}

	@ParameterizedTest
	@ValueSource(strings = { "DISTRIBUTEDLOCK_LOCKS_ORDERSERVICE_PROCESSORDER_WAITTIME",
			"DISTRIBUTED_LOCK_LOCKS_ORDERSERVICE_PROCESSORDER_WAIT_TIME" })
	void environmentVariablesApplyToALockThatAnythingElseNames(String variable) {
		LockOptions fairForFiveSeconds = FIVE_SECONDS.with(LockOption.FAIR, true);
		PropertySource<?> commandLine = properties(
				Map.of("distributed-lock.locks.OrderService.processOrder.fair", "true"));
		PropertySource<?> environment = environment(variable, "5s");
		assertThat(bind(commandLine, environment)).isEqualTo(Map.of("OrderService.processOrder", fairForFiveSeconds));
		assertThat(bind(environment, commandLine)).isEqualTo(Map.of("OrderService.processOrder", fairForFiveSeconds));
	}

	@ParameterizedTest
	@ValueSource(strings = { "DISTRIBUTEDLOCK_LOCKS_CATALOGUE_BACKOFF_MAX",
			"DISTRIBUTED_LOCK_LOCKS_CATALOGUE_BACK_OFF_MAX" })
	void environmentVariablesSetOneValueOfAGroup(String variable) {
		assertThat(
				bind(environment(variable, "4s"), properties(Map.of("distributed-lock.locks.catalogue.fair", "true"))))
			.isEqualTo(Map.of("catalogue", LockOptions.NONE.with(LockOption.FAIR, true)
				.with(LockOption.BACK_OFF,
						new BackOff(BackOff.DEFAULT.base(), Duration.ofSeconds(4), 2, 0.2, Integer.MAX_VALUE))));
	}

	@ParameterizedTest
	@CsvSource({ "ORDERSERVICE_PROCESS_WAIT_TIME, ORDERSERVICE_PROCESS_WAITTIME", "ORDER_WIATTIME, ORDER_WAITTIME",
			"ORDER_BACK_OFF_BASE, ORDER_BACKOFF_BASE" })
	void tellsHowToWriteASettingInAnEnvironmentVariable(String written, String meant) {
		assertThatExceptionOfType(LockConfigurationException.class)
			.isThrownBy(() -> bind(environment("DISTRIBUTEDLOCK_LOCKS_" + written, "1s")))
			.withMessageStartingWith("The environment variable 'DISTRIBUTEDLOCK_LOCKS_" + written
					+ "' is '1s', but a lock has no such setting. Did you mean 'DISTRIBUTEDLOCK_LOCKS_" + meant
					+ "'? Write 'DISTRIBUTEDLOCK_LOCKS_<NAME>_<SETTING>' with one of [ADAPTIVELEASE_MAX, ");
	}

	@ParameterizedTest
	@ValueSource(strings = { "DISTRIBUTEDLOCK_LOCKS_WAITTIME", "DISTRIBUTEDLOCK_LOCKS_WAIT_TIME" })
	void doesNotTakeAnEnvironmentVariableWithoutANameForAMisspeltSetting(String variable) {
		assertThatExceptionOfType(LockConfigurationException.class).isThrownBy(() -> bind(environment(variable, "5s")))
			.withMessageContaining("but a lock has no such setting. Write '");
	}

	@Test
	void bindsNothingOfNothing() {
		assertThat(bind(properties(Map.of("distributed-lock.locks", "", "distributed-lock.locks.catalogue", "",
				"distributed-lock.wait-time", "5s"))))
			.isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "distributed-lock.locks.catalogue.wiat-time, 5s", "distributed-lock.locks.catalogue, 5s",
			"distributed-lock.locks.catalogue.wait.time, 5s", "distributed-lock.locks.[catalogue.wait-time], 5s" })
	void refusesWhatIsNoSetting(String name, String value) {
		assertThatExceptionOfType(LockConfigurationException.class)
			.isThrownBy(() -> bind(properties(Map.of(name, value))))
			.withMessageStartingWith("The property '" + name.replace(".[", "[") + "' is '" + value
					+ "', but a lock has no such setting.");
	}

	@Test
	void tellsOfWhatIsNoSettingAsAndWhereItIsWritten() {
		assertThatExceptionOfType(LockConfigurationException.class)
			.isThrownBy(() -> bind(load(new PropertiesPropertySourceLoader(),
					"distributed-lock.locks.OrderService.processOrder.wiatTime=5s")))
			.withMessageStartingWith("The property 'distributed-lock.locks.OrderService.processOrder.wiatTime' is '5s',"
					+ " but a lock has no such setting. Origin: Byte array resource")
			.withMessageContainingAll(" - 1:", ". Did you mean 'wait-time'?");
	}

	@ParameterizedTest
	@CsvSource({ "wiat-time, wait-time", "leaseTme, lease-time", "back-off.bse, back-off.base",
			"backOff.max-attempt, back-off.max-attempts" })
	void tellsWhichSettingWasProbablyMeant(String written, String meant) {
		assertThatExceptionOfType(LockConfigurationException.class)
			.isThrownBy(() -> bind(properties(Map.of("distributed-lock.locks.catalogue." + written, "5s"))))
			.withMessageContaining(
					"Did you mean '" + meant + "'? Write 'distributed-lock.locks.<name>.<setting>' with");
	}

	@Test
	void doesNotTakeAForgottenNameForAMisspeltSetting() {
		assertThatExceptionOfType(LockConfigurationException.class)
			.isThrownBy(() -> bind(properties(Map.of("distributed-lock.locks.wait-time", "5s"))))
			.withMessageContaining("Write 'distributed-lock.locks.<name>.<setting>' with")
			.withMessageNotContaining("Did you mean");
	}

	@Test
	void namesThePropertyWhoseValueCantBeRead() {
		assertThatExceptionOfType(BindException.class)
			.isThrownBy(() -> bind(properties(Map.of("distributed-lock.locks.a.b.wait-time", "soon"))))
			.withMessageContaining("distributed-lock.locks.a.b.wait-time");
	}

	private static Map<String, LockOptions> bind(PropertySource<?>... sources) {
		StandardEnvironment environment = new StandardEnvironment();
		MutablePropertySources all = environment.getPropertySources();
		List.of(sources).forEach(all::addLast);
		return new LockSettingsMapper(new LockProperties()).map(NamedLocks.bind(environment)).locks();
	}

	private static PropertySource<?> environment(String variable, String value) {
		return new SystemEnvironmentPropertySource("test-systemEnvironment", Map.of(variable, value));
	}

	private static PropertySource<?> properties(Map<String, Object> properties) {
		return new MapPropertySource("test", properties);
	}

	private static PropertySource<?> load(PropertySourceLoader loader, String text) throws IOException {
		return loader.load("test", new ByteArrayResource(text.getBytes(StandardCharsets.UTF_8))).get(0);
	}

}
