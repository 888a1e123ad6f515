package io.github.lockstarter.core;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.core.hold.LockPlan;

/**
 * The plans of the locks of a client, made of its settings and of the options that calls
 * give. The plan of a name is remembered with the first options that were given for it:
 * an annotated method gives the same ones with each call. Thread-safe.
 */
final class LockPlans {

	/** An application has few names; further ones are looked up each time. */
	private static final int MOST_KNOWN = 1000;

	private final LockSettings settings;

	private final Known defaults;

	private final Map<String, Known> byName = new ConcurrentHashMap<>();

	/**
	 * Make the plans of the settings.
	 * @throws IllegalArgumentException if options contradict each other, with a message
	 * that says what to change
	 */
	LockPlans(LockSettings settings) {
		this.settings = settings;
		this.defaults = plan("", LockOptions.NONE);
		settings.locks().keySet().forEach((name) -> this.byName.put(name, plan(name, LockOptions.NONE)));
	}

	LockSettings settings() {
		return this.settings;
	}

	/**
	 * The plan of a call.
	 * @throws IllegalArgumentException if options contradict each other, with a message
	 * that says what to change
	 */
	LockPlan of(String name, LockOptions written) {
		Known known = this.byName.getOrDefault(name, this.defaults);
		if (known.isOf(written) || (written.isEmpty() && known.isOf(LockOptions.NONE))) {
			return known.plan();
		}
		Known made = plan(name, written);
		if (made.plan().lacksCapacity()) {
			throw new IllegalArgumentException(
					"The lock is a semaphore without a capacity; say how many permits there are, as in permits(1, 5).");
		}
		if (!name.isEmpty() && known.isOf(LockOptions.NONE) && this.byName.size() < MOST_KNOWN) {
			this.byName.put(name, made);
		}
		return made.plan();
	}

	private Known plan(String name, LockOptions written) {
		LockSettings.Resolved options = this.settings.resolve(name, written);
		options.contradiction((option) -> "the option '" + option.attribute() + "'").ifPresent((found) -> {
			throw new IllegalArgumentException(capitalized(found.problem()) + ". " + found.advice());
		});
		LockPlan plan = new LockPlan(options);
		return new Known(written, plan, !plan.lacksCapacity());
	}

	private static String capitalized(String sentence) {
		return Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
	}

	private record Known(LockOptions written, LockPlan plan, boolean whole) {

		/**
		 * Whether it was made of these options, and may be used: to compare all values
		 * would cost more. Only code may give the capacity of a semaphore in the
		 * settings.
		 */
		@SuppressWarnings("ReferenceEquality")
		boolean isOf(LockOptions options) {
			return this.written == options && this.whole;
		}

	}

}
