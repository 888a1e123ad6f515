package io.github.lockstarter.core;

import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;

/**
 * The settings of a client, and the options of its calls, without contradictions.
 * Immutable.
 */
final class SoundSettings {

	private final LockSettings settings;

	/** Those of most calls. */
	private final LockSettings.Resolved defaults;

	/**
	 * Create settings.
	 * @throws IllegalArgumentException if options contradict each other, with a message
	 * that says what to change
	 */
	SoundSettings(LockSettings settings) {
		this.settings = settings;
		this.defaults = checked(settings.resolve("", LockOptions.NONE));
		settings.locks().keySet().forEach((name) -> checked(settings.resolve(name, LockOptions.NONE)));
	}

	LockSettings settings() {
		return this.settings;
	}

	/**
	 * The options that apply to a call.
	 * @throws IllegalArgumentException if options contradict each other, with a message
	 * that says what to change
	 */
	LockSettings.Resolved resolve(String name, LockOptions written) {
		if (written.isEmpty()) {
			return this.settings.locks().containsKey(name) ? this.settings.resolve(name, written) : this.defaults;
		}
		return checked(this.settings.resolve(name, written));
	}

	private static LockSettings.Resolved checked(LockSettings.Resolved options) {
		options.contradiction((option) -> "the option '" + option.attribute() + "'").ifPresent((found) -> {
			throw new IllegalArgumentException(capitalized(found.problem()) + ". " + found.advice());
		});
		return options;
	}

	private static String capitalized(String sentence) {
		return Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
	}

}
