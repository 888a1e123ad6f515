package io.github.lockstarter.aop;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

import io.github.lockstarter.LockKeyException;
import org.jspecify.annotations.Nullable;

import org.springframework.expression.EvaluationContext;
import org.springframework.expression.Expression;
import org.springframework.util.ObjectUtils;

/**
 * A part of a key that is evaluated at each call. Its result is text and never evaluated
 * again.
 *
 * @param expression the parsed expression
 * @param method the locked method
 * @param template the key that it is a part of
 * @param parameters the parameters that it names
 */
record KeyExpression(Expression expression, AnnotatedMethod method, String template,
		Collection<String> parameters) implements KeyPart {

	/** Text of {@link Object#toString()} for a class in a package, or an array. */
	private static final Pattern IDENTITY = Pattern
		.compile("(?:\\[+(?:[BCDFIJSZ]|L[\\w.$]+;)|(?<![\\w.$])[\\w$]+(?:\\.[\\w$]+)+)@[0-9a-f]{1,8}(?![\\w.@-])");

	private static final String PASS_A_VALUE = "Pass a value, or leave the part out of the key.";

	@Override
	public List<String> resolve(EvaluationContext context, int most) {
		Object value = unwrapped(evaluate(context));
		if (value instanceof byte[] || value instanceof char[]) {
			throw unusable("is " + value.getClass().getSimpleName() + ", of which each element would be a lock.",
					"Use a text of it, such as its hexadecimal form.", null);
		}
		List<?> elements = elements(value, most + 1L);
		if (elements == null) {
			return List.of(text(value));
		}
		if (elements.isEmpty()) {
			throw unusable("is an empty collection: there is nothing to lock.", "Pass at least one element.", null);
		}
		if (elements.size() > most) {
			throw unusable(
					"is a collection of more than " + most
							+ " elements, which makes more keys than 'distributed-lock.max-keys' allows for one call.",
					"Limit the collection, or allow more keys.", null);
		}
		return elements.stream().map((element) -> text(unwrapped(element))).toList();
	}

	private static @Nullable Object unwrapped(@Nullable Object value) {
		return (value instanceof Optional<?> optional) ? optional.orElse(null) : value;
	}

	private @Nullable Object evaluate(EvaluationContext context) {
		try {
			return this.expression.getValue(context);
		}
		catch (RuntimeException ex) {
			FailedExpression failed = FailedExpression.of(this.expression.getExpressionString(), ex);
			throw unusable(failed.problem(), failed.action(), ex);
		}
	}

	private static @Nullable List<? extends @Nullable Object> elements(@Nullable Object value, long most) {
		if (value instanceof Iterable<?> iterable && !(value instanceof Path)) {
			return StreamSupport.stream(iterable.spliterator(), false).limit(most).toList();
		}
		return ObjectUtils.isArray(value) ? Arrays.asList(ObjectUtils.toObjectArray(value)) : null;
	}

	private String text(@Nullable Object value) {
		if (value == null) {
			throw unusable("is null.", PASS_A_VALUE, null);
		}
		if (value instanceof Map || elements(value, 0) != null) {
			throw unusable("is " + value.getClass().getName() + ", which is not text.", "Use its elements or keys.",
					null);
		}
		if (value instanceof Date || value instanceof Calendar) {
			throw unusable("is " + value.getClass().getName() + ", whose text depends on the time zone of the JVM.",
					"Use its milliseconds or its Instant.", null);
		}
		String text = written(value);
		if (text.isBlank()) {
			throw unusable("is blank.", PASS_A_VALUE, null);
		}
		if (text.indexOf('@') >= 0 && !(value instanceof CharSequence)) {
			checkIdentity(value, text);
		}
		return text;
	}

	/** The text of an object without one of its own, or of something inside of it. */
	private void checkIdentity(Object value, String text) {
		String type = value.getClass().getName();
		if (text.equals(type + "@" + Integer.toHexString(value.hashCode()))) {
			throw unusable("is " + type + ", whose text differs from object to object.", "Use an identifier of it.",
					null);
		}
		Matcher identity = IDENTITY.matcher(text);
		if (identity.find()) {
			throw unusable("is " + type + ", whose text contains '" + identity.group()
					+ "', which differs from object to object.", "Use an identifier of it.", null);
		}
	}

	private String written(Object value) {
		String text;
		try {
			text = (value instanceof Enum<?> constant) ? constant.name() : value.toString();
		}
		catch (RuntimeException ex) {
			throw unusable("is " + value.getClass().getName() + ", whose toString() failed.",
					"Use an identifier of it.", ex);
		}
		if (text == null) {
			throw unusable("is " + value.getClass().getName() + ", whose toString() returned null.",
					"Use an identifier of it.", null);
		}
		return text;
	}

	private LockKeyException unusable(String problem, String action, @Nullable Throwable cause) {
		return new LockKeyException("The part '" + this.expression.getExpressionString() + "' of the key '"
				+ this.template + "' of " + this.method + " " + problem
				+ (this.parameters.isEmpty() ? "" : " It depends on: " + String.join(", ", this.parameters) + ".") + " "
				+ action, cause);
	}

}
