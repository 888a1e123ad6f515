package io.github.lockstarter.autoconfigure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.lockstarter.DistributedLock.LockFailStrategy;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LossPolicy;
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

	private static final LockOptions FIVE_SECONDS = LockOptions.NONE.withWaitTime(Duration.ofSeconds(5));

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
		assertThat(bind(properties(Map.of("distributed-lock.locks.catalogue.wait-time", "5s",
				"distributed-lock.locks.catalogue.lease-time", "1m", "distributed-lock.locks.catalogue.auto-renew",
				"false", "distributed-lock.locks.catalogue.fail-strategy", "return-null",
				"distributed-lock.locks.catalogue.max-waiters", "7", "distributed-lock.locks.catalogue.max-hold", "2h",
				"distributed-lock.locks.catalogue.on-loss", "interrupt"))))
			.isEqualTo(Map.of("catalogue", new LockOptions(Duration.ofSeconds(5), Duration.ofMinutes(1), false,
					LockFailStrategy.RETURN_NULL, 7, Duration.ofHours(2), LossPolicy.INTERRUPT)));
	}

	@Test
	void tellsLocksApartOfWhichOneIsTheBeginningOfTheOther() {
		assertThat(bind(properties(Map.of("distributed-lock.locks.order.wait-time", "5s",
				"distributed-lock.locks.order.line.lease-time", "1m"))))
			.isEqualTo(
					Map.of("order", FIVE_SECONDS, "order.line", LockOptions.NONE.withLeaseTime(Duration.ofMinutes(1))));
	}

	@Test
	void mergesANameWithAndWithoutBrackets() {
		assertThat(bind(properties(Map.of("distributed-lock.locks.order.line.wait-time", "5s",
				"distributed-lock.locks.[order.line].lease-time", "1m"))))
			.isEqualTo(Map.of("order.line",
					LockOptions.NONE.withWaitTime(Duration.ofSeconds(5)).withLeaseTime(Duration.ofMinutes(1))));
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

	private static PropertySource<?> properties(Map<String, Object> properties) {
		return new MapPropertySource("test", properties);
	}

	private static PropertySource<?> load(PropertySourceLoader loader, String text) throws IOException {
		return loader.load("test", new ByteArrayResource(text.getBytes(StandardCharsets.UTF_8))).get(0);
	}

}
