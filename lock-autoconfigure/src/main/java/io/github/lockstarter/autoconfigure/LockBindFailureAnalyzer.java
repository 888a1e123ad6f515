package io.github.lockstarter.autoconfigure;

import java.time.Duration;

import io.github.lockstarter.LogText;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.convert.ConversionException;

/**
 * Explains a value of a property of locks that can't be read, as and where it is written.
 * Comes before the analyzer of Spring Boot, which shows names in small letters and offers
 * values that only annotations have.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class LockBindFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
		ConfigurationProperty property = cause.getProperty();
		Class<?> type = cause.getTarget().getType().resolve(Object.class);
		if (property == null || !UnknownProperties.PREFIX.isAncestorOf(property.getName())
				|| findCause(cause, ConversionException.class) == null) {
			return null;
		}
		if (type == Duration.class) {
			return analysis(property, "is no duration", "Write one number with a unit, such as '500ms' or '10s'.",
					cause);
		}
		if (type.isEnum()) {
			return analysis(property, "is none of its values",
					"Write one of " + String.join(", ", CheckedOptions.choices(type)) + ".", cause);
		}
		if (type == Boolean.class || type == boolean.class) {
			return analysis(property, "is neither true nor false", "Write true or false.", cause);
		}
		if (Number.class.isAssignableFrom(type) || type.isPrimitive()) {
			return analysis(property, "is no number", "Write a number.", cause);
		}
		return null;
	}

	private static FailureAnalysis analysis(ConfigurationProperty property, String problem, String action,
			BindException cause) {
		return new FailureAnalysis(
				WrittenProperties.subject(property) + " is '" + LogText.of(String.valueOf(property.getValue()))
						+ "', which " + problem + "." + WrittenProperties.origin(property),
				action, cause);
	}

}
