package io.github.lockstarter.autoconfigure;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Tells of environment variables that begin like those of locks, but set no property:
 * many leave out one dash and write another as an underscore. Others may use some that
 * are far from any property.
 */
final class UnknownVariables {

	private static final Log logger = LogFactory.getLog(UnknownVariables.class);

	private static final Pattern PREFIX = Pattern.compile("^DISTRIBUTED_?LOCK_", Pattern.CASE_INSENSITIVE);

	private static final Pattern INDEXES = Pattern.compile("(_[0-9]+)+$");

	private UnknownVariables() {
	}

	static void report(Environment environment) {
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
			if (source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource variables) {
				List<String> ours = ours(variables);
				Set<String> read = ours.isEmpty() ? Set.of() : read(source, environment);
				ours.stream()
					.filter((variable) -> !read.contains(withoutIndexes(variable)))
					.forEach(UnknownVariables::tell);
			}
		}
	}

	/** Other modules read some, and {@link NamedLocks} refuses others. */
	private static List<String> ours(SystemEnvironmentPropertySource source) {
		return Arrays.stream(source.getPropertyNames())
			.filter((variable) -> hasOurPrefix(variable) && !"".equals(source.getProperty(variable)))
			.filter((variable) -> !variable.toUpperCase(Locale.ROOT).startsWith(EnvironmentVariables.LOCKS))
			.filter((variable) -> UnknownProperties.OTHER_MODULES.stream()
				.map(EnvironmentVariables::name)
				.noneMatch((module) -> rest(variable).startsWith(module + "_")))
			.sorted()
			.toList();
	}

	static boolean hasOurPrefix(String variable) {
		return PREFIX.matcher(variable).find();
	}

	private static String rest(String variable) {
		return PREFIX.matcher(variable).replaceFirst("").toUpperCase(Locale.ROOT);
	}

	private static String withoutIndexes(String variable) {
		return INDEXES.matcher(variable).replaceFirst("");
	}

	private static Set<String> read(ConfigurationPropertySource source, Environment environment) {
		Stream<ConfigurationPropertyName> ofLocks = NamedLocks.names(environment)
			.keySet()
			.stream()
			.flatMap((lock) -> NamedLocks.SETTINGS.stream().map(lock::append));
		Stream<ConfigurationPropertyName> ofAll = UnknownProperties.KNOWN.stream()
			.map(UnknownProperties.PREFIX::append);
		return Stream.concat(ofLocks, ofAll)
			.flatMap((property) -> Stream.of(property, property.append("[0]")))
			.flatMap((property) -> Stream.ofNullable(source.getConfigurationProperty(property)))
			.flatMap((found) -> EnvironmentVariables.variable(found).stream())
			.map(UnknownVariables::withoutIndexes)
			.collect(Collectors.toSet());
	}

	private static void tell(String variable) {
		String message = "The environment variable '" + variable + "' sets no property of locks";
		nearest(variable).ifPresentOrElse((meant) -> logger.warn(message + "; did you mean '" + meant + "'?"),
				() -> logger.info(message + "."));
	}

	private static Optional<String> nearest(String variable) {
		return rest(variable).startsWith("LOCKS_") ? EnvironmentVariables.ofLock(variable)
				: Spelling.nearest(rest(variable), UnknownProperties.KNOWN)
					.map((meant) -> EnvironmentVariables.name(UnknownProperties.PREFIX + "." + meant));
	}

}
