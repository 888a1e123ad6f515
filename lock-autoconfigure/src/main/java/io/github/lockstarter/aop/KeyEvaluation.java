package io.github.lockstarter.aop;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.CachedExpressionEvaluator;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.Expression;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/**
 * Parser, beans and accessors that the keys of all methods share; the accessors' caches
 * are worth keeping from call to call.
 */
final class KeyEvaluation extends CachedExpressionEvaluator {

	private final StandardEvaluationContext shared = new StandardEvaluationContext();

	private final ConfigurableListableBeanFactory beanFactory;

	KeyEvaluation(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
		this.shared.setBeanResolver(new BeanFactoryResolver(beanFactory));
	}

	@Override
	protected Expression parseExpression(String expression) {
		return super.parseExpression(expression);
	}

	EvaluationContext context(KeyRoot root, Method parameterSource) {
		MethodBasedEvaluationContext context = new MethodBasedEvaluationContext(root, parameterSource, root.getArgs(),
				getParameterNameDiscoverer());
		this.shared.applyDelegatesTo(context);
		return context;
	}

	@Nullable String @Nullable [] parameterNames(Method method) {
		return getParameterNameDiscoverer().getParameterNames(method);
	}

	boolean isBean(String name) {
		return this.beanFactory.containsBean(name);
	}

	/**
	 * A bean whose name, or the end of it after a dot, differs in case at most: those of
	 * properties begin with their prefix and their package.
	 */
	Optional<String> similarBean(String name) {
		String end = "." + name.toLowerCase(Locale.ROOT);
		return Arrays
			.stream(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory, Object.class, true, false))
			.filter((bean) -> ("." + bean.toLowerCase(Locale.ROOT)).endsWith(end))
			.findFirst();
	}

	/**
	 * Resolve one placeholder.
	 * @return its value; {@code null} if it has none
	 */
	@Nullable String resolve(String placeholder) {
		try {
			String value = this.beanFactory.resolveEmbeddedValue(placeholder);
			return placeholder.equals(value) ? null : value;
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

}
