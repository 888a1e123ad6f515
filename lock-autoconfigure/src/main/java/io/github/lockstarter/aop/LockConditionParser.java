package io.github.lockstarter.aop;

import java.util.List;

import io.github.lockstarter.LockDefinitionException;
import io.github.lockstarter.aop.KeyExpressionChecker.UnknownNameException;
import io.github.lockstarter.aop.KeySegment.Kind;
import org.jspecify.annotations.Nullable;

import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.Assign;
import org.springframework.expression.spel.ast.BooleanLiteral;
import org.springframework.expression.spel.ast.Literal;
import org.springframework.expression.spel.standard.SpelExpression;

/**
 * Parses the condition of a method, once: one expression, or one placeholder.
 */
final class LockConditionParser {

	private static final String WRITE = "Write one expression that is true or false, such as '#order.express',"
			+ " or only a placeholder, such as '${orders.locked:true}'.";

	private final AnnotatedMethod method;

	private final KeyEvaluation evaluation;

	private final KeyParameters parameters;

	LockConditionParser(AnnotatedMethod method, KeyEvaluation evaluation) {
		this.method = method;
		this.evaluation = evaluation;
		this.parameters = KeyParameters.of(method.parameterSource(), evaluation);
	}

	LockCondition parse(String condition) {
		String source = source(condition);
		try {
			Expression expression = this.evaluation.parseExpression(source);
			LockCondition parsed = new LockCondition(this.method, this.evaluation, expression,
					new KeyExpressionChecker(this.parameters, this.evaluation).check(expression));
			checkDecides(condition, ((SpelExpression) expression).getAST());
			return parsed;
		}
		catch (ParseException | IllegalStateException ex) {
			throw refused(condition, "can't be parsed (" + ex.getMessage() + ")", WRITE, ex);
		}
		catch (UnknownNameException ex) {
			int position = ex.position();
			throw refused(condition, ex.problem(),
					(position < 0) ? ex.advice()
							: "Write '" + source.substring(0, position) + "#" + source.substring(position) + "'.",
					null);
		}
	}

	/**
	 * The expression without the delimiters that may surround it.
	 */
	private String source(String condition) {
		if (!condition.contains("#{") && !condition.contains("${")) {
			if (condition.isBlank()) {
				throw refused(condition, "is blank", WRITE, null);
			}
			return condition;
		}
		KeySegment only = only(condition);
		if (only.kind() == Kind.PLACEHOLDER) {
			return resolved(condition, only.source());
		}
		if (only.content().isBlank() || only.content().contains("${")) {
			throw refused(condition, only.content().isBlank() ? "has an empty expression"
					: "has a placeholder inside an expression, where none is resolved", WRITE, null);
		}
		return only.content();
	}

	private KeySegment only(String condition) {
		List<KeySegment> segments;
		try {
			segments = KeySegment.split(condition.strip());
		}
		catch (IllegalArgumentException ex) {
			throw refused(condition, String.valueOf(ex.getMessage()), WRITE, ex);
		}
		if (segments.size() != 1) {
			throw refused(condition, "mixes an expression or a placeholder with something else", WRITE, null);
		}
		return segments.get(0);
	}

	private String resolved(String condition, String placeholder) {
		String value = this.evaluation.resolve(placeholder);
		if (value == null) {
			throw refused(condition, "has no value",
					"Set that property, or give the placeholder a default, as in '${name:true}'.", null);
		}
		if (!value.strip().equalsIgnoreCase("true") && !value.strip().equalsIgnoreCase("false")) {
			throw refused(condition, "has the value '" + value + "', neither true nor false",
					"Set that property to 'true' or 'false'.", null);
		}
		return value.strip();
	}

	private void checkDecides(String condition, SpelNode root) {
		if (root instanceof Assign) {
			throw refused(condition, "assigns a value", "Write '==' to compare.", null);
		}
		if (root instanceof Literal && !(root instanceof BooleanLiteral)) {
			throw refused(condition, "is a constant, neither true nor false", WRITE, null);
		}
	}

	private LockDefinitionException refused(String condition, String problem, String action,
			@Nullable Throwable cause) {
		return this.method.refused("its condition '" + condition + "' " + problem + ".", action, cause);
	}

}
