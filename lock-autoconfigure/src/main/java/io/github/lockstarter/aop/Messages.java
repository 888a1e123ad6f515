package io.github.lockstarter.aop;

/**
 * Fits the messages of other libraries into those of this one.
 */
final class Messages {

	private Messages() {
	}

	/**
	 * The text, with a full stop if nothing ends it yet.
	 */
	static String ended(String text) {
		return text.matches("(?s).*[.!?]\\s*") ? text.stripTrailing() : text.stripTrailing() + ".";
	}

}
