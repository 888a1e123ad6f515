package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.leader.LeaderRoles;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Explains why there is no {@link LockClient}, or {@link LeaderRoles}, to inject while
 * locks are switched off. Comes before the analyzer of Spring Boot, which advises to
 * define one.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class LocksDisabledFailureAnalyzer extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException> {

	private final Environment environment;

	LocksDisabledFailureAnalyzer(Environment environment) {
		this.environment = environment;
	}

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause) {
		Class<?> type = cause.getBeanType();
		if ((type != LockClient.class && type != LeaderRoles.class)
				|| UnlessSwitchedOffCondition.isOn(OnLocksEnabledCondition.PROPERTY, this.environment)) {
			return null;
		}
		return new FailureAnalysis(
				"There is no " + type.getSimpleName() + ", since '" + OnLocksEnabledCondition.PROPERTY + "' is false.",
				"Remove that property, use 'distributed-lock.store=memory' for locks without Redis, or inject"
						+ " ObjectProvider<" + type.getSimpleName() + ">.",
				cause);
	}

}
