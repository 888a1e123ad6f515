package io.github.lockstarter.aop;

import org.springframework.util.StringUtils;

/**
 * The name of the lock of a method, under which settings and metrics know it.
 */
final class LockName {

	private LockName() {
	}

	static String of(AnnotatedMethod method, KeyEvaluation evaluation) {
		String written = method.lock().name();
		if (written.isEmpty()) {
			return method.defaultName();
		}
		if (written.contains("#{")) {
			throw method.refused(
					"its lock name '" + written + "' has an expression, but a name is the same for all calls.",
					"Write the expression in 'key', and a name such as '" + method.defaultName() + "', or none.");
		}
		String name = written.contains("${") ? evaluation.resolve(written) : written;
		if (name == null) {
			throw method.refused("its lock name '" + written + "' has a placeholder without a value.",
					"Set that property, or give the placeholder a default, as in '${name:orders}'.");
		}
		if (name.isEmpty() || StringUtils.containsWhitespace(name)) {
			throw method.refused(
					"its lock name '" + written + "' " + (name.equals(written) ? "" : "is '" + name + "', which ")
							+ (name.isEmpty() ? "is empty." : "contains white space."),
					"Write a name without white space, such as '" + method.defaultName() + "', or none.");
		}
		return name;
	}

}
