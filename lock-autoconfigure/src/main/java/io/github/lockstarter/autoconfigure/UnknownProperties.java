package io.github.lockstarter.autoconfigure;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.Environment;

/**
 * Warns of properties that look like ours and are none, which Spring Boot ignores: most
 * are misspelt. They fail no start-up, since the configuration may be shared with a newer
 * version.
 */
final class UnknownProperties {

	private static final Log logger = LogFactory.getLog(UnknownProperties.class);

	private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("distributed-lock");

	/** Besides those of single locks. */
	static final List<String> KNOWN = List.of("enabled", "store", "key-prefix", "wait-time", "lease-time",
			"max-waiters", "max-hold", "on-loss", "on-unavailable", "waiting", "warn-after", "lease-mode",
			"drain-timeout", "order", "connection-factory", "renewal.enabled", "renewal.interval", "back-off.base",
			"back-off.max", "back-off.multiplier", "back-off.jitter", "back-off.max-attempts", "adaptive-lease.min",
			"adaptive-lease.max", "adaptive-lease.statistic", "adaptive-lease.window", "local-handover.max-passes",
			"local-handover.max-time", "mdc.enabled", "mdc.include-key", "actuator.force-release.enabled");

	private UnknownProperties() {
	}

	static void report(Environment environment) {
		TreeSet<ConfigurationPropertyName> unknown = new TreeSet<>();
		Set<ConfigurationPropertyName> known = KNOWN.stream().map(PREFIX::append).collect(Collectors.toSet());
		WrittenProperties.forEach(environment, PREFIX, (property) -> {
			ConfigurationPropertyName name = property.getName();
			if (!known.contains(name) && !NamedLocks.LOCKS.equals(name) && !NamedLocks.LOCKS.isAncestorOf(name)) {
				unknown.add(name);
			}
		});
		unknown.forEach((name) -> logger.warn("The property '" + name + "' is unknown and has no effect"
				+ nearest(name).map((meant) -> "; did you mean '" + meant + "'?").orElse(".")));
	}

	private static Optional<ConfigurationPropertyName> nearest(ConfigurationPropertyName name) {
		return Spelling.nearest(name.subName(PREFIX.getNumberOfElements()).toString(), KNOWN).map(PREFIX::append);
	}

}
