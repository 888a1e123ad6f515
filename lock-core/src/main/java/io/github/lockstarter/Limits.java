package io.github.lockstarter;

import java.util.function.Predicate;

/**
 * Limits of the value of an option.
 *
 * @param <T> the type of the value
 * @param allowed whether a value is within them
 * @param text the end of a sentence, "it has to be …"; empty if every value is allowed
 * @param advice what to use instead, as a sentence; empty if every value is allowed
 */
record Limits<T>(Predicate<T> allowed, String text, String advice) {

	static <T> Limits<T> none() {
		return new Limits<>((value) -> true, "", "");
	}

	static <T extends Comparable<T>> Limits<T> of(Range<T> range, String advice) {
		return new Limits<>(range::includes, "it has to be " + range, advice);
	}

	T check(T value, String subject) {
		if (!this.allowed.test(checkNotNull(value, subject))) {
			throw new IllegalArgumentException(
					subject + " is '" + Range.text(value) + "', but " + this.text + ". " + this.advice);
		}
		return value;
	}

	static <T> T checkNotNull(T value, String subject) {
		if (value == null) {
			throw new IllegalArgumentException(subject + " is null; give it a value.");
		}
		return value;
	}

}
