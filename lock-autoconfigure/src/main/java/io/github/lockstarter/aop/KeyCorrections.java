package io.github.lockstarter.aop;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.lockstarter.aop.KeyExpressionChecker.UnknownNameException;
import io.github.lockstarter.aop.KeySegment.Kind;

import org.springframework.expression.ParseException;

/**
 * Suggests corrections of keys, for messages.
 */
final class KeyCorrections {

	/**
	 * An expression that begins with a variable, as in {@code order.items[0].id()}.
	 */
	private static final String CHAIN = "#(\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*)"
			+ "((?:\\??\\.\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*(?:\\(\\))?|\\[[^\\]]*])*)";

	private static final Pattern VARIABLE = Pattern.compile("\\{\\s*" + CHAIN + "\\s*}|" + CHAIN);

	private static final Pattern BRACED_NAME = Pattern
		.compile("\\{(\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*)}");

	/** As in the messages of Java. */
	private static final Pattern BRACED_POSITION = Pattern.compile("\\{(\\d+)}");

	private static final Pattern OPERANDS = Pattern.compile("'([^']*)'|[^'+]+");

	/** Beside an expression, an operator that would have joined it to text within one. */
	private static final Pattern PLUS = Pattern.compile("\\s+\\+\\s+(?=#\\{)|(?<=})\\s+\\+\\s+");

	private final KeyParameters parameters;

	private final KeyEvaluation evaluation;

	KeyCorrections(KeyParameters parameters, KeyEvaluation evaluation) {
		this.parameters = parameters;
		this.evaluation = evaluation;
	}

	/**
	 * The key as a template, if it is the name of a parameter.
	 */
	Optional<String> named(String key) {
		return this.parameters.isName(key) ? Optional.of("#{#" + key + "}") : Optional.empty();
	}

	/**
	 * The key, with braces around what looks like an expression outside of them.
	 */
	String wrapped(List<KeySegment> segments) {
		String wrapped = joined(segments, this::wrapped);
		return wrapped.equals(joined(segments, Function.identity())) ? wrapped : PLUS.matcher(wrapped).replaceAll("");
	}

	private static String joined(List<KeySegment> segments, Function<String, String> text) {
		return segments.stream()
			.map((segment) -> (segment.kind() == Kind.TEXT) ? text.apply(segment.source()) : segment.source())
			.collect(Collectors.joining());
	}

	/**
	 * The key as a template, if it was a concatenation such as {@code 'order-' + #id}.
	 */
	Optional<String> concatenated(List<KeySegment> segments) {
		String expression = segments.stream()
			.map((segment) -> (segment.kind() == Kind.EXPRESSION) ? segment.content() : segment.source())
			.collect(Collectors.joining());
		return sound(OPERANDS.matcher(expression)
			.results()
			.map((operand) -> (operand.group(1) != null) ? operand.group(1)
					: operand.group().isBlank() ? "" : "#{" + operand.group().strip() + "}")
			.collect(Collectors.joining()));
	}

	/**
	 * The bare expression as a template.
	 */
	Optional<String> template(String key) {
		List<KeySegment> text = List.of(new KeySegment(Kind.TEXT, key));
		Optional<String> template = key.stripLeading().startsWith("'") ? concatenated(text) : sound(wrapped(text));
		return template.filter((corrected) -> !corrected.equals(key));
	}

	/**
	 * The key with the missing end of its expression.
	 */
	Optional<String> closed(String key) {
		return Stream.of(key + "}", key + "'}").flatMap((closed) -> sound(closed).stream()).findFirst();
	}

	/**
	 * The key with an expression in place of a placeholder that was meant as a parameter.
	 */
	Optional<String> expressed(String key, KeySegment placeholder) {
		String content = placeholder.content().strip();
		if (content.startsWith("root")) {
			return Optional.empty();
		}
		String expression = "#{" + (content.startsWith("#") ? "" : "#") + content + "}";
		return sound(expression).map((corrected) -> key.replace(placeholder.source(), corrected));
	}

	private String wrapped(String text) {
		String wrapped = VARIABLE.matcher(text).replaceAll((match) -> {
			boolean braced = match.group(1) != null;
			return Matcher.quoteReplacement(
					wrapped(braced ? match.group(1) : match.group(3), braced ? match.group(2) : match.group(4)));
		});
		String named = BRACED_NAME.matcher(wrapped)
			.replaceAll((match) -> this.parameters.isName(match.group(1)) ? "#{#$1}"
					: Matcher.quoteReplacement(match.group()));
		return BRACED_POSITION.matcher(named)
			.replaceAll((match) -> this.parameters.isPosition("p" + match.group(1)) ? "#{#p$1}"
					: Matcher.quoteReplacement(match.group()));
	}

	private String wrapped(String variable, String chain) {
		if (!this.parameters.isName(variable)) {
			Optional<String> name = this.parameters.prefixOf(variable);
			if (name.isPresent()) {
				return "#{#" + name.get() + "}" + variable.substring(name.get().length()) + chain;
			}
		}
		return "#{#" + variable + chain + "}";
	}

	private Optional<String> sound(String key) {
		try {
			for (KeySegment segment : KeySegment.split(key)) {
				if (segment.kind() == Kind.EXPRESSION) {
					new KeyExpressionChecker(this.parameters, this.evaluation)
						.check(this.evaluation.parseExpression(segment.content()));
				}
			}
			return Optional.of(key);
		}
		catch (IllegalArgumentException | IllegalStateException | ParseException | UnknownNameException ex) {
			return Optional.empty();
		}
	}

}
