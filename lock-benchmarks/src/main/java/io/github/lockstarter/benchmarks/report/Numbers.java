package io.github.lockstarter.benchmarks.report;

import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Numbers for people: about three digits.
 */
public final class Numbers {

	private Numbers() {
	}

	static String text(OptionalDouble number) {
		return number.isPresent() ? text(number.getAsDouble()) : "–";
	}

	/**
	 * Write a number.
	 * @param number the number
	 * @return about three digits; a dash for {@code NaN}
	 */
	public static String text(double number) {
		double size = Math.abs(number);
		if (Double.isNaN(number)) {
			return "–";
		}
		if (size == Math.rint(size) || size >= 100) {
			return String.format(Locale.ROOT, "%,.0f", number);
		}
		return String.format(Locale.ROOT, (size >= 10) ? "%.1f" : "%.2f", number);
	}

}
