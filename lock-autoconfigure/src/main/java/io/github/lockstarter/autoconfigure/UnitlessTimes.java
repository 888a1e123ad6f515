package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.Environment;

/**
 * Refuses times without a unit. Spring Boot reads them as milliseconds, but the
 * annotation as seconds: {@code lease-time: 300} would silently be a thousandth of what
 * was meant.
 */
final class UnitlessTimes {

	private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("distributed-lock");

	private static final Set<ConfigurationPropertyName> TIMES = PropertyNames
		.ofValues(Duration.class, LockProperties.class)
		.stream()
		.map(PREFIX::append)
		.collect(Collectors.toUnmodifiableSet());

	private static final Pattern NUMBER = Pattern.compile("[+-]?0*[1-9][0-9]*");

	private UnitlessTimes() {
	}

	static void refuse(Environment environment) {
		Set<ConfigurationPropertyName> seen = new HashSet<>();
		WrittenProperties.forEach(environment, PREFIX, (property) -> {
			if (isTime(property.getName()) && seen.add(property.getName())) {
				check(property, environment);
			}
		});
	}

	private static boolean isTime(ConfigurationPropertyName name) {
		return TIMES.contains(name) || (NamedLocks.LOCKS.isAncestorOf(name) && NamedLocks.isTime(name));
	}

	private static void check(ConfigurationProperty property, Environment environment) {
		String value = environment.resolvePlaceholders(String.valueOf(property.getValue())).strip();
		if (NUMBER.matcher(value).matches()) {
			throw new LockConfigurationException(
					WrittenProperties.subject(property) + " is " + value + ", which means " + value
							+ " ms: a number without a unit is in milliseconds." + WrittenProperties.origin(property),
					"Write '" + value + "s' or '" + value + "ms'.");
		}
	}

}
