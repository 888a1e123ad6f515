package io.github.lockstarter.autoconfigure;

import java.util.function.Consumer;
import java.util.function.Predicate;

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.Environment;

/**
 * Reads the properties that are set below a name, known or not. Empty ones are left out,
 * such as a YAML group whose properties are all commented out.
 */
final class WrittenProperties {

	private WrittenProperties() {
	}

	/**
	 * The name as it was written, which often has upper-case letters.
	 */
	static String name(ConfigurationPropertyName name) {
		StringBuilder written = new StringBuilder();
		for (int i = 0; i < name.getNumberOfElements(); i++) {
			String element = name.getElement(i, Form.ORIGINAL);
			boolean indexed = name.chop(i + 1).isLastElementIndexed();
			written.append(indexed ? "[" : (i > 0) ? "." : "").append(element).append(indexed ? "]" : "");
		}
		return written.toString();
	}

	/**
	 * The property, or the environment variable that sets it, as it was written: the
	 * beginning of a sentence.
	 */
	static String subject(ConfigurationProperty property) {
		return EnvironmentVariables.variable(property)
			.map((variable) -> "The environment variable '" + variable + "'")
			.orElseGet(() -> "The property '" + name(property.getName()) + "'");
	}

	/**
	 * The origin of the property, as a sentence with a space before it; empty for an
	 * environment variable, whose name says it.
	 */
	static String origin(ConfigurationProperty property) {
		Origin origin = property.getOrigin();
		return (origin != null && EnvironmentVariables.variable(property).isEmpty()) ? " Origin: " + origin + "." : "";
	}

	static void forEach(Environment environment, ConfigurationPropertyName parent,
			Consumer<ConfigurationProperty> action) {
		forEach(environment, parent::isAncestorOf, action);
	}

	static void forEach(Environment environment, Predicate<ConfigurationPropertyName> filter,
			Consumer<ConfigurationProperty> action) {
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
			if (source instanceof IterableConfigurationPropertySource iterable) {
				iterable.filter(filter).forEach((name) -> {
					ConfigurationProperty found = iterable.getConfigurationProperty(name);
					if (found != null && !"".equals(found.getValue())) {
						action.accept(found);
					}
				});
			}
		}
	}

}
