package io.github.lockstarter.autoconfigure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.jayway.jsonpath.JsonPath;
import io.github.lockstarter.AdaptiveLease;
import io.github.lockstarter.BackOff;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.aop.LockAdvisor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.core.io.UrlResource;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

class LockPropertiesMetadataTests {

	/** What Spring Boot itself reads of the endpoints and of health. */
	private static final String MANAGEMENT = "management.";

	private static final Pattern CODE = Pattern.compile("`([^`]+)`");

	@Test
	void everyPropertyIsDescribed() throws IOException {
		assertThat(properties()).hasSizeGreaterThan(8).allSatisfy((property) -> {
			assertThat(property.get("name")).asString().startsWith("distributed-lock.");
			assertThat(property.get("description")).as("description of %s", property.get("name"))
				.asString()
				.matches("(?s)(?!The |A ).+\\.");
			if ("java.lang.Boolean".equals(property.get("type"))) {
				assertThat(property.get("description")).asString().startsWith("Whether");
			}
		});
	}

	@Test
	void theDefaultsAreTold() throws IOException {
		assertThat(properties()).filteredOn((property) -> property.containsKey("defaultValue"))
			.extracting((property) -> property.get("name") + "=" + property.get("defaultValue"))
			.contains("distributed-lock.drain-timeout=20s", "distributed-lock.enabled=true",
					"distributed-lock.key-prefix=lock:", "distributed-lock.lease-time=30s",
					"distributed-lock.local-handover.max-passes=1024", "distributed-lock.local-handover.max-time=20ms",
					"distributed-lock.max-keys=1000", "distributed-lock.quorum.longest-lease=60s",
					"distributed-lock.quorum.node-timeout=50ms", "distributed-lock.redis.replica-acks=0",
					"distributed-lock.release-in-background=false", "distributed-lock.renewal.enabled=true",
					"distributed-lock.store=redis", "distributed-lock.wait-time=10s");
	}

	@Test
	void theDefaultsOfOptionsAreThoseOfTheCode() throws IOException {
		Map<String, String> told = properties().stream()
			.filter((property) -> property.containsKey("defaultValue"))
			.collect(Collectors.toMap((property) -> property.get("name").toString(),
					(property) -> property.get("defaultValue").toString()));
		assertThat(LockOption.all()).filteredOn((option) -> told.containsKey("distributed-lock." + option.name()))
			.hasSizeGreaterThan(1)
			.allSatisfy(
					(option) -> assertThat(told).containsEntry("distributed-lock." + option.name(), builtIn(option)));
	}

	@Test
	void everyChoiceOfAllLocksTellsItsDefault() throws IOException {
		List<String> names = properties().stream().map((property) -> property.get("name").toString()).toList();
		assertThat(LockOption.all())
			.filteredOn((option) -> option.type().isEnum() && names.contains("distributed-lock." + option.name()))
			.extracting((option) -> "distributed-lock." + option.name())
			.contains("distributed-lock.on-loss", "distributed-lock.wait-strategy")
			.allSatisfy((name) -> assertThat(told(name)).as(name).isNotNull());
	}

	@Test
	void theOtherDefaultsAreThoseOfTheCode() throws IOException {
		assertThat(told("distributed-lock.order")).isEqualTo(LockAdvisor.DEFAULT_ORDER);
		assertThat(told("distributed-lock.back-off.base")).isEqualTo(text(BackOff.DEFAULT.base()));
		assertThat(told("distributed-lock.back-off.max")).isEqualTo(text(BackOff.DEFAULT.max()));
		assertThat(told("distributed-lock.back-off.multiplier")).extracting((told) -> ((Number) told).doubleValue())
			.isEqualTo(BackOff.DEFAULT.multiplier());
		assertThat(told("distributed-lock.back-off.jitter")).isEqualTo(BackOff.DEFAULT.jitter());
		assertThat(told("distributed-lock.adaptive-lease.min")).isEqualTo(text(AdaptiveLease.DEFAULT.min()));
		assertThat(told("distributed-lock.adaptive-lease.max")).isEqualTo(text(AdaptiveLease.DEFAULT.max()));
		assertThat(told("distributed-lock.adaptive-lease.statistic"))
			.isEqualTo(written(AdaptiveLease.DEFAULT.statistic()));
		assertThat(told("distributed-lock.adaptive-lease.window")).isEqualTo(AdaptiveLease.DEFAULT.window());
	}

	@Test
	void theConnectionFactoryIsChosenAmongBeans() throws IOException {
		List<Map<String, Object>> hints = JsonPath.read(metadata(),
				"$.hints[?(@.name == 'distributed-lock.connection-factory')].providers[0]");
		assertThat(hints).singleElement()
			.hasToString(
					"{name=spring-bean-reference, parameters={target=" + RedisConnectionFactory.class.getName() + "}}");
	}

	@Test
	void theSwitchOfHealthIsTold() throws IOException {
		assertThat(told("management.health.locks.enabled")).isEqualTo(true);
	}

	private static @Nullable Object told(String name) throws IOException {
		List<Object> defaults = JsonPath.read(metadata(), "$.properties[?(@.name == '" + name + "')].defaultValue");
		return defaults.isEmpty() ? null : defaults.get(0);
	}

	private static <T> String builtIn(LockOption<T> option) {
		T value = option.builtIn();
		return (value instanceof Enum<?> constant) ? written(constant) : option.text(value);
	}

	private static String written(Enum<?> constant) {
		return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	private static String text(Duration value) {
		return LockOption.WAIT_TIME.text(value);
	}

	@Test
	void everyOptionButTheKindCanBeSetForOneLockAndItsStore() {
		List<String> settings = new ArrayList<>(LockOption.all().stream().map(LockOption::name).toList());
		settings.remove(LockOption.KIND.name());
		settings.add("store");
		assertThat(NamedLocks.SETTINGS.stream().map((setting) -> setting.split("\\.", -1)[0]).distinct())
			.containsExactlyInAnyOrderElementsOf(settings);
	}

	@Test
	void everyOptionThatCanBeSetForAllLocksIsTold() throws IOException {
		assertThat(properties()).extracting((property) -> property.get("name"))
			.containsAll(PropertyNames.of(LockOptionProperties.class, "distributed-lock."));
	}

	@Test
	void thePageOnConfigurationListsEveryProperty() throws IOException {
		Set<String> listed = new TreeSet<>();
		for (String line : Files.readAllLines(Path.of("..", "docs", "configuration.md"))) {
			if (line.startsWith("| `distributed-lock.")) {
				listed.addAll(listed(line.split("\\|", -1)[1]));
			}
		}
		Set<String> existing = new TreeSet<>();
		properties().forEach((property) -> existing.add(property.get("name").toString()));
		existing.remove("distributed-lock.locks");
		NamedLocks.SETTINGS.forEach((setting) -> existing.add("distributed-lock.locks.<name>." + setting));
		assertThat(listed).isEqualTo(existing);
	}

	@Test
	void noPropertyIsTakenForAMisspeltOne() throws IOException {
		assertThat(properties()).extracting((property) -> property.get("name"))
			.filteredOn((name) -> !name.equals("distributed-lock.locks"))
			.containsExactlyInAnyOrderElementsOf(
					UnknownProperties.KNOWN.stream().map((name) -> (Object) ("distributed-lock." + name)).toList());
	}

	/** A name that begins with a dot has another end than the first of its line. */
	private static List<String> listed(String cell) {
		List<String> names = CODE.matcher(cell).results().map((match) -> match.group(1)).toList();
		String parent = names.get(0).substring(0, names.get(0).lastIndexOf('.'));
		return names.stream().map((name) -> name.startsWith(".") ? parent + name : name).toList();
	}

	private static List<Map<String, Object>> properties() throws IOException {
		List<Map<String, Object>> all = JsonPath.read(metadata(), "$.properties");
		return all.stream().filter((property) -> !property.get("name").toString().startsWith(MANAGEMENT)).toList();
	}

	private static String metadata() throws IOException {
		String classes = LockProperties.class.getProtectionDomain().getCodeSource().getLocation().toString();
		return new UrlResource(classes + "META-INF/spring-configuration-metadata.json")
			.getContentAsString(StandardCharsets.UTF_8);
	}

}
