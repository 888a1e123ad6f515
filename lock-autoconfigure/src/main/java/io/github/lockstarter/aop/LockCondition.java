package io.github.lockstarter.aop;

import java.util.Collection;

import io.github.lockstarter.LockDefinitionException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.expression.Expression;

/**
 * Decides for each call of a method whether it takes the lock. A value that is neither
 * true nor false fails the call, so that it does not run without the lock by mistake.
 *
 * @param method the method
 * @param evaluation evaluates the expression
 * @param expression the parsed expression
 * @param parameters the parameters that it names
 */
record LockCondition(AnnotatedMethod method, KeyEvaluation evaluation, Expression expression,
		Collection<String> parameters) {

	private static final Log logger = LogFactory.getLog(LockCondition.class);

	/**
	 * The condition of a method.
	 * @return the condition; {@code null} if the annotation has none
	 */
	static @Nullable LockCondition parse(AnnotatedMethod method, KeyEvaluation evaluation) {
		String written = method.lock().condition();
		return written.isEmpty() ? null : new LockConditionParser(method, evaluation).parse(written);
	}

	boolean holds(@Nullable Object target, Class<?> targetClass, @Nullable Object[] arguments) {
		Object value = evaluate(new KeyRoot(this.method.method(), target, targetClass, arguments));
		if (!(value instanceof Boolean holds)) {
			throw unusable("is " + ((value != null) ? "a " + value.getClass().getName() : "null")
					+ ", neither true nor false.", null);
		}
		if (!holds && logger.isDebugEnabled()) {
			logger.debug("Condition '" + this.expression.getExpressionString() + "' is false: " + this.method
					+ " runs without a lock");
		}
		return holds;
	}

	private @Nullable Object evaluate(KeyRoot root) {
		try {
			return this.expression.getValue(this.evaluation.context(root, this.method.parameterSource()));
		}
		catch (RuntimeException ex) {
			throw unusable(FailedExpression.of(this.expression.getExpressionString(), ex).problem(), ex);
		}
	}

	private LockDefinitionException unusable(String problem, @Nullable Throwable cause) {
		return this.method.refused(
				"its condition '" + this.expression.getExpressionString() + "' " + problem
						+ (this.parameters.isEmpty() ? ""
								: " It depends on: " + String.join(", ", this.parameters) + "."),
				"Write one that is true or false for all arguments.", cause);
	}

}
