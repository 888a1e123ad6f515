package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.reactive.transaction.GuardedOperatorPostProcessor;
import io.github.lockstarter.reactive.transaction.ReactiveCommitGuardAdvisor;
import reactor.core.publisher.Flux;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Role;
import org.springframework.transaction.ReactiveTransactionManager;
import org.springframework.transaction.interceptor.TransactionAttributeSource;

/**
 * Auto-configuration of the ties between locks and reactive transactions. Comes after the
 * transactions: advice of the same order is applied in the order of its beans.
 */
@AutoConfiguration(afterName = { "org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration",
		"org.springframework.boot.autoconfigure.transaction.TransactionAutoConfiguration" })
@Conditional(OnLocksEnabledCondition.class)
@ConditionalOnClass({ Flux.class, ReactiveTransactionManager.class })
public final class LockReactiveTransactionAutoConfiguration {

	@Bean
	@ConditionalOnBean({ ReactiveTransactionManager.class, TransactionAttributeSource.class })
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static ReactiveCommitGuardAdvisor distributedLockReactiveCommitGuard(
			ObjectProvider<TransactionAttributeSource> transactions) {
		return new ReactiveCommitGuardAdvisor(transactions::getObject);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static GuardedOperatorPostProcessor distributedLockGuardedOperators() {
		return new GuardedOperatorPostProcessor();
	}

}
