package io.github.lockstarter.aop;

/**
 * Joins messages of others to ours.
 */
final class Sentences {

	private Sentences() {
	}

	/**
	 * The text, with a full stop if nothing ends it yet.
	 */
	static String ended(String text) {
		return text.matches("(?s).*[.!?]\\s*") ? text.stripTrailing() : text.stripTrailing() + ".";
	}

}
