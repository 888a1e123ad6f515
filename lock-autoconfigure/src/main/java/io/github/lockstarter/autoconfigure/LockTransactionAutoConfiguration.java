package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.transaction.CommitGuardPostProcessor;
import io.github.lockstarter.transaction.OpenPersistenceContexts;
import io.github.lockstarter.transaction.SpringTransactions;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Role;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Auto-configuration of the ties between locks and transactions.
 */
@AutoConfiguration
@Conditional(OnLocksEnabledCondition.class)
@ConditionalOnClass(PlatformTransactionManager.class)
public final class LockTransactionAutoConfiguration {

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static CommitGuardPostProcessor distributedLockCommitGuard() {
		return new CommitGuardPostProcessor();
	}

	@Bean
	@ConditionalOnClass(name = "org.springframework.orm.jpa.EntityManagerHolder")
	static OpenPersistenceContexts distributedLockOpenPersistenceContexts() {
		return new OpenPersistenceContexts();
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static SpringTransactions distributedLockTransactions(ListableBeanFactory beanFactory) {
		return new SpringTransactions(beanFactory);
	}

}
