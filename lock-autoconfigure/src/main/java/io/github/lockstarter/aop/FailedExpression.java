package io.github.lockstarter.aop;

import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

import io.github.lockstarter.LogText;
import org.jspecify.annotations.Nullable;

import org.springframework.expression.spel.SpelEvaluationException;
import org.springframework.expression.spel.SpelMessage;

/**
 * Explains why the expression of a key failed in a call.
 *
 * @param problem the end of a sentence that begins with the expression
 * @param action what to do
 */
record FailedExpression(String problem, String action) {

	/** As in {@code #order.item()?.name}. */
	private static final String CHAIN = "[#@]?\\w+(?:\\(\\))?(?:\\??\\.\\w+(?:\\(\\))?)*";

	static FailedExpression of(String expression, RuntimeException failure) {
		return (failure instanceof SpelEvaluationException spel) ? of(expression, spel) : any(failure);
	}

	private static FailedExpression of(String expression, SpelEvaluationException failure) {
		SpelMessage code = failure.getMessageCode();
		return switch (code) {
			case PROPERTY_OR_FIELD_NOT_READABLE -> new FailedExpression(
					"names the property '" + insert(failure, 0) + "', which " + insert(failure, 1) + " does not have.",
					"Correct the name in the key.");
			case METHOD_NOT_FOUND -> new FailedExpression(
					"calls '" + insert(failure, 0) + "', which " + insert(failure, 1) + " does not have.",
					"Correct the call in the key.");
			case PROPERTY_OR_FIELD_NOT_READABLE_ON_NULL,
					METHOD_CALL_ON_NULL_OBJECT_NOT_ALLOWED ->
				new FailedExpression("can't be evaluated, since "
						+ nullPart(expression, String.valueOf(insert(failure, 0))) + " is null.",
						"Pass a value, or leave the part out of the key.");
			default -> any(failure);
		};
	}

	/** Both messages name what is missing, and the type that lacks it. */
	private static @Nullable Object insert(SpelEvaluationException failure, int index) {
		return Objects.requireNonNull(failure.getInserts())[index];
	}

	private static FailedExpression any(RuntimeException failure) {
		return new FailedExpression(LogText.of(Messages.ended("failed: " + failure.getMessage())),
				"Pass values with which it can be evaluated, or leave the part out of the key.");
	}

	/**
	 * The part before a property or a method in its chain, if that is certain: the
	 * failure does not contain its position.
	 */
	private static String nullPart(String expression, String member) {
		String name = member.replaceFirst("\\(.*", "");
		List<String> before = Pattern.compile("(" + CHAIN + ")\\??\\." + Pattern.quote(name) + "\\b")
			.matcher(expression)
			.results()
			.map((match) -> match.group(1))
			.toList();
		return (before.size() == 1) ? "'" + before.get(0) + "'" : "it reads '" + name + "' of something that";
	}

}
