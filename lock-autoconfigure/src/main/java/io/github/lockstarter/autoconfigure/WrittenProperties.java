package io.github.lockstarter.autoconfigure;

import java.util.function.Consumer;

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;

/**
 * Reads the properties below a name that somebody wrote, known or not. Empty ones are
 * left out, such as a YAML group whose properties are all commented out.
 */
final class WrittenProperties {

	private WrittenProperties() {
	}

	static void forEach(Environment environment, ConfigurationPropertyName parent,
			Consumer<ConfigurationProperty> action) {
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
			if (source instanceof IterableConfigurationPropertySource iterable) {
				iterable.filter(parent::isAncestorOf).forEach((name) -> {
					ConfigurationProperty found = iterable.getConfigurationProperty(name);
					if (found != null && !"".equals(found.getValue())) {
						action.accept(found);
					}
				});
			}
		}
	}

}
