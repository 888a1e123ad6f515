package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.leader.LeaderRoles;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Explains why there is no {@link LockClient}, or {@link LeaderRoles}, to inject while
 * locks are switched off, or in a test of a slice. Comes before the analyzer of Spring
 * Boot, which advises to define one.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class MissingLocksFailureAnalyzer extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException> {

	private final Environment environment;

	MissingLocksFailureAnalyzer(Environment environment) {
		this.environment = environment;
	}

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause) {
		Class<?> type = cause.getBeanType();
		if ((type != LockClient.class && type != LeaderRoles.class) || cause.getNumberOfBeansFound() > 0) {
			return null;
		}
		if (!SwitchCondition.isOn(OnLocksEnabledCondition.PROPERTY, true, this.environment)) {
			return switchedOff(type, cause);
		}
		boolean slice = !SwitchCondition.isOn(EnableAutoConfiguration.ENABLED_OVERRIDE_PROPERTY, true,
				this.environment);
		return (slice && type == LockClient.class) ? inSlice(cause) : null;
	}

	private static FailureAnalysis switchedOff(Class<?> type, NoSuchBeanDefinitionException cause) {
		return new FailureAnalysis(
				"There is no " + type.getSimpleName() + ", since '" + OnLocksEnabledCondition.PROPERTY + "' is false.",
				"Remove that property, use 'distributed-lock.store=memory' for locks without Redis, or inject"
						+ " ObjectProvider<" + type.getSimpleName() + ">.",
				cause);
	}

	private static FailureAnalysis inSlice(NoSuchBeanDefinitionException cause) {
		return new FailureAnalysis(
				"There is no LockClient, since auto-configuration is off, as in a test of a slice such as @WebMvcTest.",
				"Annotate the test class with @AutoConfigureTestLocks of the module 'lock-test'.", cause);
	}

}
