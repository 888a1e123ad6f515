package io.github.lockstarter.autoconfigure;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds the word that was probably meant by a misspelt one.
 */
final class Spelling {

	private Spelling() {
	}

	/**
	 * The word that differs least, unless more than a third of it differs. Case, dashes
	 * and underscores don't matter.
	 */
	static Optional<String> nearest(String written, List<String> words) {
		return words.stream()
			.filter((word) -> difference(written, word) <= (word.length() + 1) / 3)
			.min(Comparator.comparing((word) -> difference(written, word)));
	}

	static int difference(String one, String other) {
		return distance(letters(one), letters(other));
	}

	private static String letters(String word) {
		return word.toLowerCase(Locale.ROOT).replaceAll("[-_]", "");
	}

	/**
	 * The number of characters that have to be added, removed or changed (Levenshtein).
	 */
	static int distance(String one, String other) {
		int[] previous = new int[other.length() + 1];
		for (int j = 0; j < previous.length; j++) {
			previous[j] = j;
		}
		for (int i = 1; i <= one.length(); i++) {
			int[] current = new int[previous.length];
			current[0] = i;
			for (int j = 1; j < current.length; j++) {
				int changed = previous[j - 1] + ((one.charAt(i - 1) != other.charAt(j - 1)) ? 1 : 0);
				current[j] = Math.min(changed, Math.min(previous[j], current[j - 1]) + 1);
			}
			previous = current;
		}
		return previous[other.length()];
	}

}
