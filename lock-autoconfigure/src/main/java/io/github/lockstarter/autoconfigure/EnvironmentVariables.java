package io.github.lockstarter.autoconfigure;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Knows how properties are written as environment variables: without dashes, and with
 * underscores for dots.
 */
final class EnvironmentVariables {

	/** Of single locks; what comes next is the name of the lock. */
	static final String LOCKS = name(NamedLocks.LOCKS.toString()) + "_";

	static final List<String> SETTINGS = NamedLocks.SETTINGS.stream().map(EnvironmentVariables::name).toList();

	private EnvironmentVariables() {
	}

	static String name(String property) {
		return property.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT);
	}

	/**
	 * The environment variable that sets a property, if one does.
	 */
	static Optional<String> variable(ConfigurationProperty property) {
		ConfigurationPropertySource source = property.getSource();
		return (source != null && source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource
				&& property.getOrigin() instanceof PropertySourceOrigin origin) ? Optional.of(origin.getPropertyName())
						: Optional.empty();
	}

	/**
	 * The variable for a setting of a lock that was probably meant. Any name may be that
	 * of a lock, so only the setting is compared.
	 */
	static Optional<String> ofLock(String variable) {
		List<String> words = List.of(variable.toUpperCase(Locale.ROOT).split("_"));
		List<String> names = words.subList(words.indexOf("LOCKS") + 1, words.size());
		return IntStream.range(1, names.size())
			.boxed()
			.flatMap((length) -> setting(names, length).stream())
			.min(Comparator.comparing(Setting::difference))
			.map((setting) -> LOCKS + setting.lock() + "_" + setting.name());
	}

	private static Optional<Setting> setting(List<String> names, int length) {
		String lock = String.join("_", names.subList(0, length));
		String written = String.join("_", names.subList(length, names.size()));
		return Spelling.nearest(written, SETTINGS)
			.map((name) -> new Setting(lock, name, Spelling.difference(written, name)));
	}

	private record Setting(String lock, String name, int difference) {

	}

}
