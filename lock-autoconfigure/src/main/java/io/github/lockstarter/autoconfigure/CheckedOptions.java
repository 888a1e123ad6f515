package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import org.jspecify.annotations.Nullable;

/**
 * Collects the options that properties set. A value that is not allowed is refused, with
 * the name of its property.
 */
final class CheckedOptions {

	private final String prefix;

	private LockOptions options = LockOptions.NONE;

	CheckedOptions(String prefix) {
		this.prefix = prefix;
	}

	<T> CheckedOptions set(LockOption<T> option, @Nullable T value) {
		if (value != null && !option.allows(value)) {
			throw LockConfigurationException.property(this.prefix + option.name(), option.text(value), option.limits(),
					option.advice());
		}
		this.options = this.options.with(option, value);
		return this;
	}

	LockOptions get() {
		return this.options;
	}

}
