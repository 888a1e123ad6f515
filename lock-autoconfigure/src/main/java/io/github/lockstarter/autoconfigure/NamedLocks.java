package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.core.env.Environment;

/**
 * Binds the settings of single locks. The usual binding of a map ends a key at its first
 * dot and ignores the rest, but {@code OrderService.processOrder} is the usual name of a
 * lock: here it ends where the setting begins.
 */
final class NamedLocks {

	static final ConfigurationPropertyName LOCKS = ConfigurationPropertyName.of("distributed-lock.locks");

	static final List<String> SETTINGS = PropertyNames.of(NamedLockProperties.class, "");

	private static final List<String> TIMES = PropertyNames.ofValues(Duration.class, NamedLockProperties.class);

	private NamedLocks() {
	}

	static Map<String, NamedLockProperties> bind(Environment environment) {
		Map<ConfigurationPropertyName, String> names = new LinkedHashMap<>();
		WrittenProperties.forEach(environment, LOCKS, (property) -> collect(property, names));
		Binder binder = Binder.get(environment);
		Map<String, NamedLockProperties> locks = new LinkedHashMap<>();
		names.forEach((path, name) -> binder.bind(path,
				Bindable.ofInstance(locks.computeIfAbsent(name, (absent) -> new NamedLockProperties()))));
		return locks;
	}

	private static void collect(ConfigurationProperty found, Map<ConfigurationPropertyName, String> names) {
		ConfigurationPropertyName property = found.getName();
		ConfigurationPropertyName lock = lock(property);
		if (lock == null || lock.equals(LOCKS)) {
			throw LockConfigurationException.unknown(found, "a lock has no such setting",
					meant(property) + "Write 'distributed-lock.locks.<name>.<setting>' with one of " + SETTINGS + ".");
		}
		names.put(lock, name(lock));
	}

	private static String meant(ConfigurationPropertyName property) {
		String last = property.getLastElement(Form.UNIFORM);
		String lastTwo = property.getParent().getLastElement(Form.UNIFORM) + "." + last;
		return isSetting(last) ? ""
				: Spelling.nearest(lastTwo, SETTINGS)
					.or(() -> Spelling.nearest(last, SETTINGS))
					.map((setting) -> "Did you mean '" + setting + "'? ")
					.orElse("");
	}

	/**
	 * A setting may contain a dot itself, so a name ends where the longest setting
	 * begins.
	 */
	private static @Nullable ConfigurationPropertyName lock(ConfigurationPropertyName property) {
		ConfigurationPropertyName parent = property.getParent();
		String last = property.getLastElement(Form.UNIFORM);
		if (isSetting(parent.getLastElement(Form.UNIFORM) + "." + last)) {
			return parent.getParent();
		}
		return isSetting(last) ? parent : null;
	}

	/**
	 * Whether a property of one lock is a time.
	 */
	static boolean isTime(ConfigurationPropertyName property) {
		String last = property.getLastElement(Form.UNIFORM);
		String lastTwo = property.getParent().getLastElement(Form.UNIFORM) + "." + last;
		return isOneOf(TIMES, isSetting(lastTwo) ? lastTwo : last);
	}

	private static boolean isSetting(String uniform) {
		return isOneOf(SETTINGS, uniform);
	}

	private static boolean isOneOf(List<String> settings, String uniform) {
		return settings.stream().anyMatch((setting) -> setting.replace("-", "").equals(uniform));
	}

	static String name(ConfigurationPropertyName lock) {
		return IntStream.range(LOCKS.getNumberOfElements(), lock.getNumberOfElements())
			.mapToObj((index) -> lock.getElement(index, Form.ORIGINAL))
			.collect(Collectors.joining("."));
	}

}
