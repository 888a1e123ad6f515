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
		WrittenProperties.forEach(environment, LOCKS, NamedLocks::check);
		Binder binder = Binder.get(environment);
		Map<String, NamedLockProperties> locks = new LinkedHashMap<>();
		names(environment).forEach((path, name) -> binder.bind(path,
				Bindable.ofInstance(locks.computeIfAbsent(name, (absent) -> new NamedLockProperties()))));
		return locks;
	}

	/**
	 * The names of the locks that have settings, by what precedes these. Environment
	 * variables have no case, so a name is taken from them only if nothing else has it.
	 */
	static Map<ConfigurationPropertyName, String> names(Environment environment) {
		Map<ConfigurationPropertyName, String> names = new LinkedHashMap<>();
		WrittenProperties.forEach(environment, LOCKS, (property) -> {
			ConfigurationPropertyName lock = lock(property.getName());
			if (lock != null) {
				if (EnvironmentVariables.variable(property).isEmpty()) {
					names.remove(lock);
				}
				names.putIfAbsent(lock, name(lock));
			}
		});
		return names;
	}

	private static void check(ConfigurationProperty found) {
		if (lock(found.getName()) == null) {
			throw new LockConfigurationException(
					WrittenProperties.subject(found) + " is '" + found.getValue() + "', but a lock has no such setting."
							+ WrittenProperties.origin(found),
					EnvironmentVariables.variable(found)
						.map(NamedLocks::correction)
						.orElseGet(() -> correction(found.getName())));
		}
	}

	private static String correction(String variable) {
		return EnvironmentVariables.ofLock(variable).map((meant) -> "Did you mean '" + meant + "'? ").orElse("")
				+ "Write '" + EnvironmentVariables.LOCKS + "<NAME>_<SETTING>' with one of "
				+ EnvironmentVariables.SETTINGS + ".";
	}

	private static String correction(ConfigurationPropertyName property) {
		return meant(property) + "Write 'distributed-lock.locks.<name>.<setting>' with one of " + SETTINGS + ".";
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
		boolean longer = isSetting(parent.getLastElement(Form.UNIFORM) + "." + last);
		ConfigurationPropertyName lock = longer ? parent.getParent() : parent;
		return ((longer || isSetting(last)) && LOCKS.isAncestorOf(lock)) ? lock : null;
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

	private static String name(ConfigurationPropertyName lock) {
		return IntStream.range(LOCKS.getNumberOfElements(), lock.getNumberOfElements())
			.mapToObj((index) -> lock.getElement(index, Form.ORIGINAL))
			.collect(Collectors.joining("."));
	}

}
