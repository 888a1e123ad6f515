package io.github.lockstarter.autoconfigure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.lockstarter.autoconfigure.LockProperties.Lock;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;

/**
 * Binds the settings of single locks. The usual binding of a map ends a key at its first
 * dot and ignores the rest, but {@code OrderService.processOrder} is the usual name of a
 * lock: here it ends where the setting begins.
 */
final class NamedLocks {

	private static final ConfigurationPropertyName LOCKS = ConfigurationPropertyName.of("distributed-lock.locks");

	private static final List<String> SETTINGS = List.of("wait-time", "lease-time", "auto-renew", "fail-strategy",
			"max-waiters", "max-hold", "on-loss");

	private NamedLocks() {
	}

	static Map<String, Lock> bind(Environment environment) {
		Map<ConfigurationPropertyName, String> names = new LinkedHashMap<>();
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
			if (source instanceof IterableConfigurationPropertySource iterable) {
				iterable.filter(LOCKS::isAncestorOf).forEach((property) -> collect(property, iterable, names));
			}
		}
		Binder binder = Binder.get(environment);
		Map<String, Lock> locks = new LinkedHashMap<>();
		names.forEach((path, name) -> binder.bind(path,
				Bindable.ofInstance(locks.computeIfAbsent(name, (absent) -> new Lock()))));
		return locks;
	}

	private static void collect(ConfigurationPropertyName property, IterableConfigurationPropertySource source,
			Map<ConfigurationPropertyName, String> names) {
		ConfigurationProperty found = source.getConfigurationProperty(property);
		if (found == null || "".equals(found.getValue())) {
			return;
		}
		ConfigurationPropertyName lock = property.getParent();
		if (lock.equals(LOCKS) || !isSetting(property)) {
			throw LockConfigurationException.property(property.toString(), String.valueOf(found.getValue()),
					"a lock has no such setting",
					"Write 'distributed-lock.locks.<name>.<setting>' with one of " + SETTINGS + ".");
		}
		names.put(lock, name(lock));
	}

	private static boolean isSetting(ConfigurationPropertyName property) {
		String last = property.getLastElement(Form.UNIFORM);
		return SETTINGS.stream().anyMatch((setting) -> setting.replace("-", "").equals(last));
	}

	private static String name(ConfigurationPropertyName lock) {
		return IntStream.range(LOCKS.getNumberOfElements(), lock.getNumberOfElements())
			.mapToObj((index) -> lock.getElement(index, Form.ORIGINAL))
			.collect(Collectors.joining("."));
	}

}
