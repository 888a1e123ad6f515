package io.github.lockstarter.autoconfigure;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import org.jspecify.annotations.Nullable;

/**
 * Collects the options that properties set. Refuses a value that is not allowed, with the
 * name of its property.
 */
final class CheckedOptions {

	private static final String DEFAULT = "DEFAULT";

	private final String prefix;

	private LockOptions options = LockOptions.NONE;

	CheckedOptions(String prefix) {
		this.prefix = prefix;
	}

	<T> CheckedOptions set(LockOption<T> option, @Nullable T value) {
		if (value instanceof Enum<?> constant && constant.name().equals(DEFAULT)) {
			throw LockConfigurationException.property(this.prefix + option.name(), written(constant),
					"that is for annotations, which can't leave it out",
					"Remove the property, or write one of " + choices(option.type()) + ".");
		}
		if (value != null && !option.allows(value)) {
			throw LockConfigurationException.property(this.prefix + option.name(), option.text(value), option.limits(),
					option.advice());
		}
		this.options = this.options.with(option, value);
		return this;
	}

	/**
	 * Text that may be written in properties for one of these constants.
	 */
	static List<String> choices(Class<?> type) {
		return Stream.of(type.getEnumConstants())
			.map((constant) -> (Enum<?>) constant)
			.filter((constant) -> !constant.name().equals(DEFAULT))
			.map(CheckedOptions::written)
			.toList();
	}

	private static String written(Enum<?> constant) {
		return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	LockOptions get() {
		return this.options;
	}

}
