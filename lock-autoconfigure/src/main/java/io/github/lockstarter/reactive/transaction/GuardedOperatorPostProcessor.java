package io.github.lockstarter.reactive.transaction;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.reactive.TransactionalOperator;

/**
 * Makes the operators of an application context roll back a transaction instead of
 * committing it, if a lock under which its pipeline runs is no longer certain. An
 * operator whose class is the application's may be wanted by that class, and stays as it
 * is.
 */
public final class GuardedOperatorPostProcessor implements BeanPostProcessor {

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		return (bean instanceof TransactionalOperator operator && isOfSpring(operator)) ? new GuardedOperator(operator)
				: bean;
	}

	private static boolean isOfSpring(TransactionalOperator operator) {
		return operator.getClass().getPackageName().equals(TransactionalOperator.class.getPackageName());
	}

}
