package io.github.lockstarter.autoconfigure;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/**
 * Tells whether the name of a property begins like those of locks, but not as they do.
 */
final class MisspeltPrefix {

	/** As it is compared: a name without its dash is read, too. */
	private static final String LETTERS = "distributedlock";

	private static final String LOCK = "lock";

	private MisspeltPrefix() {
	}

	/**
	 * Number of elements to replace by the right prefix.
	 * @return 0 if the name does not begin like those of locks, or begins as they do
	 */
	static int length(ConfigurationPropertyName name) {
		String first = element(name, 0);
		if (first.equals(LETTERS)) {
			return 0;
		}
		if (isNear(first)) {
			return 1;
		}
		String second = element(name, 1);
		return (isNear(first + second) || (first.equals("spring") && isNear(second))) ? 2 : 0;
	}

	private static String element(ConfigurationPropertyName name, int index) {
		return (index < name.getNumberOfElements()) ? name.getElement(index, Form.UNIFORM) : "";
	}

	/** Others may begin with "distributed-log" or "distributed-cache". */
	private static boolean isNear(String letters) {
		int distance = Spelling.distance(letters, LETTERS);
		return distance <= (letters.contains(LOCK) ? 2 : 1);
	}

}
