package io.github.lockstarter.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.core.env.Environment;

/**
 * Warns of properties that look like those of locks but are unknown, which Spring Boot
 * ignores: most are misspelt. They fail no start-up, since the configuration may be
 * shared with a newer version.
 */
final class UnknownProperties {

	private static final Log logger = LogFactory.getLog(UnknownProperties.class);

	static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("distributed-lock");

	/** Properties that other modules read. */
	static final List<String> OTHER_MODULES = List.of("test", "jdbc");

	/** Below the prefix, besides those of single locks. */
	static final List<String> KNOWN = Stream
		.of(LockProperties.class, LockMdcProperties.class, LockActuatorProperties.class, LeaderProperties.class,
				LockJobProperties.class, LockIntegrationProperties.class)
		.flatMap((type) -> names(type).stream())
		.toList();

	private static final Set<ConfigurationPropertyName> KNOWN_NAMES = KNOWN.stream()
		.map(PREFIX::append)
		.collect(Collectors.toUnmodifiableSet());

	private UnknownProperties() {
	}

	private static List<String> names(Class<?> type) {
		ConfigurationPropertyName bound = ConfigurationPropertyName
			.of(type.getAnnotation(ConfigurationProperties.class).value());
		ConfigurationPropertyName below = bound.subName(PREFIX.getNumberOfElements());
		return PropertyNames.of(type, below.isEmpty() ? "" : below + ".");
	}

	static void report(Environment environment) {
		Map<ConfigurationPropertyName, ConfigurationProperty> unknown = new TreeMap<>();
		WrittenProperties.forEach(environment, PREFIX, (property) -> {
			ConfigurationPropertyName name = property.getName();
			if (!isKnown(name) && !isOfVariable(property)
					&& !OTHER_MODULES.contains(name.getElement(PREFIX.getNumberOfElements(), Form.UNIFORM))) {
				unknown.putIfAbsent(name, property);
			}
		});
		unknown.forEach((name, property) -> logger.warn(WrittenProperties.subject(property)
				+ " is unknown and has no effect"
				+ nearest(name).map((meant) -> "; did you mean '" + WrittenProperties.name(meant) + "'?").orElse(".")
				+ WrittenProperties.origin(property)));
		WrittenProperties.forEach(environment, (name) -> MisspeltPrefix.length(name) > 0,
				UnknownProperties::reportPrefix);
		UnknownVariables.report(environment);
	}

	private static boolean isOfVariable(ConfigurationProperty property) {
		return EnvironmentVariables.variable(property).filter(UnknownVariables::hasOurPrefix).isPresent();
	}

	private static boolean isKnown(ConfigurationPropertyName name) {
		ConfigurationPropertyName list = name.isLastElementIndexed() ? name.getParent() : name;
		return KNOWN_NAMES.contains(list) || NamedLocks.LOCKS.equals(name) || NamedLocks.LOCKS.isAncestorOf(name);
	}

	private static void reportPrefix(ConfigurationProperty property) {
		ConfigurationPropertyName name = property.getName();
		ConfigurationPropertyName meant = PREFIX.append(name.subName(MisspeltPrefix.length(name)));
		if (isKnown(meant) && !isOfVariable(property)) {
			String right = EnvironmentVariables.variable(property).isPresent()
					? EnvironmentVariables.name(meant.toString()) : WrittenProperties.name(meant);
			logger.warn(WrittenProperties.subject(property) + " has no effect; did you mean '" + right + "'?"
					+ WrittenProperties.origin(property));
		}
	}

	private static Optional<ConfigurationPropertyName> nearest(ConfigurationPropertyName name) {
		return Spelling.nearest(name.subName(PREFIX.getNumberOfElements()).toString(), KNOWN)
			.map(PREFIX::append)
			.or(() -> ofLock(name));
	}

	/** As in {@code distributed-lock.lock.OrderService.processOrder.wait-time}. */
	private static Optional<ConfigurationPropertyName> ofLock(ConfigurationPropertyName name) {
		int last = NamedLocks.LOCKS.getNumberOfElements() - 1;
		String locks = NamedLocks.LOCKS.getElement(last, Form.UNIFORM);
		return (name.getNumberOfElements() > last + 2)
				? Spelling.nearest(name.getElement(last, Form.UNIFORM), List.of(locks))
					.map((meant) -> NamedLocks.LOCKS.append(name.subName(last + 1)))
				: Optional.empty();
	}

}
