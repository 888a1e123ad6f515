package io.github.lockstarter.aop;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import io.github.lockstarter.LockDefinitionException;
import io.github.lockstarter.aop.KeyExpressionChecker.UnknownNameException;
import io.github.lockstarter.aop.KeySegment.Kind;
import org.jspecify.annotations.Nullable;

import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;

/**
 * Parses the keys of a method, once. Ambiguous keys are refused.
 */
final class KeyTemplateParser {

	private static final Pattern BARE = Pattern.compile("\\s*(#\\p{javaJavaIdentifierStart}|@['\\w]|').*",
			Pattern.DOTALL);

	private static final String LITERAL = " To lock that exact text, write it as #{'…'}.";

	private final AnnotatedMethod method;

	private final KeyEvaluation evaluation;

	private final KeyParameters parameters;

	private final KeyCorrections corrections;

	private final int maxKeys;

	KeyTemplateParser(AnnotatedMethod method, KeyEvaluation evaluation, int maxKeys) {
		this.maxKeys = maxKeys;
		this.method = method;
		this.evaluation = evaluation;
		this.parameters = KeyParameters.of(method.parameterSource(), evaluation);
		this.corrections = new KeyCorrections(this.parameters, evaluation);
	}

	KeyTemplate parse(String key) {
		if (!key.contains("#{") && !key.contains("${") && BARE.matcher(key).matches()) {
			return new KeyTemplate(List.of(bare(key)), this.maxKeys);
		}
		List<KeySegment> segments = split(key);
		if (!segments.isEmpty()) {
			checkText(key, segments);
		}
		List<KeyPart> parts = new ArrayList<>();
		StringBuilder text = new StringBuilder();
		for (KeySegment segment : segments) {
			if (segment.kind() == Kind.EXPRESSION) {
				parts.add(expression(key, segment));
				text.append(segment.source());
			}
			else {
				String resolved = (segment.kind() == Kind.TEXT) ? segment.source() : placeholder(key, segment);
				parts.add(KeyPart.text(resolved));
				text.append(resolved);
			}
		}
		if (text.toString().isBlank()) {
			throw refused(key, "is blank", "Write a key, such as 'nightly-report' or 'order-#{#orderId}'.", null);
		}
		return new KeyTemplate(parts, this.maxKeys);
	}

	private List<KeySegment> split(String key) {
		try {
			return KeySegment.split(key);
		}
		catch (IllegalArgumentException ex) {
			throw refused(key, String.valueOf(ex.getMessage()), write(this.corrections.closed(key)), ex);
		}
	}

	private void checkText(String key, List<KeySegment> segments) {
		KeySegment first = segments.get(0);
		if (first.kind() == Kind.TEXT && first.source().stripLeading().startsWith("'")) {
			throw refused(key, "mixes an expression with a template", write(this.corrections.concatenated(segments)),
					null);
		}
		Optional<String> named = this.corrections.named(key);
		if (named.isPresent()) {
			throw refused(key, "is the name of a parameter, but would be the same text in every call",
					write(named) + LITERAL, null);
		}
		String corrected = key.startsWith("T(") ? "#{" + key + "}" : this.corrections.wrapped(segments);
		if (!corrected.equals(key)) {
			throw refused(key, "has an expression outside of #{…}", write(Optional.of(corrected)) + LITERAL, null);
		}
	}

	private String placeholder(String key, KeySegment segment) {
		String value = this.evaluation.resolve(segment.source());
		if (value == null) {
			String meant = this.corrections.expressed(key, segment)
				.map((corrected) -> "Write '" + corrected + "' for the parameter. Or set")
				.orElse("Set");
			throw refused(key, "has the placeholder '" + segment.source() + "', which has no value",
					meant + " that property, or give the placeholder a default, as in '${name:default}'.", null);
		}
		if (value.contains("#{")) {
			throw refused(key,
					"has the placeholder '" + segment.source() + "' with the value '" + value
							+ "', in which expressions are not evaluated",
					"Write expressions into the annotation, outside of ${…}.", null);
		}
		return value;
	}

	private KeyExpression bare(String key) {
		Expression expression;
		try {
			expression = this.evaluation.parseExpression(key);
		}
		catch (ParseException | IllegalStateException ex) {
			throw unparseable(key, key, ex, this.corrections.template(key));
		}
		if (KeyExpressionChecker.isSeparated(expression)) {
			throw refused(key, "is an expression that calculates, but may be meant as a template",
					write(this.corrections.template(key)) + " To calculate, write '#{" + key + "}'.", null);
		}
		try {
			return checked(key, expression);
		}
		catch (UnknownNameException ex) {
			String action = (ex.position() >= 0) ? "Write '" + inserted(key, ex.position()) + "'."
					: this.corrections.template(key)
						.map((corrected) -> write(Optional.of(corrected)))
						.orElseGet(() -> advice(ex));
			throw refused(key, ex.problem(), action, null);
		}
	}

	private KeyExpression expression(String key, KeySegment segment) {
		String source = segment.content();
		if (source.isBlank() || source.contains("${")) {
			throw refused(key,
					source.isBlank() ? "has an empty expression"
							: "has a placeholder inside '" + segment.source() + "', where none is resolved",
					"Write '#{…}' with an expression in it, and '${…}' outside of it.", null);
		}
		try {
			return checked(key, this.evaluation.parseExpression(source));
		}
		catch (ParseException | IllegalStateException ex) {
			throw unparseable(key, source, ex, Optional.empty());
		}
		catch (UnknownNameException ex) {
			String action = (ex.position() >= 0)
					? "Write '" + key.replace(segment.source(), "#{" + inserted(source, ex.position()) + "}") + "'."
					: advice(ex);
			throw refused(key, ex.problem(), action, null);
		}
	}

	private KeyExpression checked(String key, Expression expression) throws UnknownNameException {
		return new KeyExpression(expression, this.method, key,
				new KeyExpressionChecker(this.parameters, this.evaluation).check(expression));
	}

	private String advice(UnknownNameException ex) {
		return ex.advice() + (this.method.isCoveredByType() ? " Or annotate single methods instead of the type." : "");
	}

	private static String inserted(String expression, int position) {
		return expression.substring(0, position) + "#" + expression.substring(position);
	}

	private LockDefinitionException unparseable(String key, String source, RuntimeException ex,
			Optional<String> corrected) {
		return refused(key, "has the expression '" + source + "', which can't be parsed (" + ex.getMessage() + ")",
				write(corrected), ex);
	}

	private static String write(Optional<String> corrected) {
		return corrected.map((text) -> "Write '" + text + "'.")
			.orElse("Write a template such as 'order-#{#orderId}', or an expression such as #orderId or"
					+ " 'order-' + #orderId.");
	}

	private LockDefinitionException refused(String key, String problem, String action, @Nullable Throwable cause) {
		return this.method.refused("its key '" + key + "' " + problem + ".", action, cause);
	}

}
