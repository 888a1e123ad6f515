package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockSettings;
import io.github.lockstarter.aop.ChildContextCheck;
import io.github.lockstarter.aop.CreatedBeanCheck;
import io.github.lockstarter.aop.LockAdvisor;
import io.github.lockstarter.aop.LockedMethodValidator;
import io.github.lockstarter.aop.StoreLimits;
import io.github.lockstarter.core.DefaultLockClient;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration of {@link DistributedLock @DistributedLock} on the methods of beans.
 */
@AutoConfiguration(afterName = "io.github.lockstarter.autoconfigure.LockAutoConfiguration")
@Conditional(OnLocksEnabledCondition.class)
public final class LockAopAutoConfiguration {

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	@ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
	static LockAdvisor distributedLockAdvisor(ConfigurableListableBeanFactory beanFactory, Environment environment) {
		return new LockAdvisor(beanFactory,
				environment.getProperty("distributed-lock.order", Integer.class, LockAdvisor.DEFAULT_ORDER));
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	@ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
	static LockedMethodValidator distributedLockValidator(LockAdvisor advisor,
			ConfigurableListableBeanFactory beanFactory) {
		return new LockedMethodValidator(advisor, beanFactory);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static CreatedBeanCheck distributedLockCreatedBeanCheck(LockAdvisor advisor,
			ConfigurableListableBeanFactory beanFactory) {
		return new CreatedBeanCheck(advisor, beanFactory);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static ChildContextCheck distributedLockChildContextCheck(LockAdvisor advisor,
			ConfigurableListableBeanFactory beanFactory) {
		return new ChildContextCheck(advisor, beanFactory);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	@ConditionalOnBean(value = DefaultLockClient.class, search = SearchStrategy.CURRENT)
	static StoreLimits distributedLockStoreLimits(ConfigurableListableBeanFactory beanFactory) {
		return new LimitsOfStores(beanFactory);
	}

	/** Comes after the validator, which finds the names. */
	@Bean
	@ConditionalOnBean(value = LockSettings.class, search = SearchStrategy.CURRENT)
	static SmartInitializingSingleton distributedLockUnusedSettingsReport(LockedMethodValidator validator,
			ObjectProvider<LockSettings> settings) {
		return () -> settings.ifAvailable((found) -> UnusedSettings.report(found, validator.lockNames()));
	}

}
