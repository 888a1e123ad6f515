package io.github.lockstarter.aop;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.github.lockstarter.DistributedLock;
import io.github.lockstarter.LockDefinitionException;
import io.github.lockstarter.aop.LockedBeans.KnownBean;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.MergedBeanDefinitionPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;

/**
 * Refuses {@link DistributedLock @DistributedLock} where {@link LockedMethodValidator}
 * would come too late: on methods that the container calls itself, before it calls them;
 * and in beans whose classes are known only when they are created, such as lazy ones
 * behind an interface. Thread-safe.
 */
public final class CreatedBeanCheck implements MergedBeanDefinitionPostProcessor, SmartInitializingSingleton {

	private final LockAdvisor advisor;

	private final ConfigurableListableBeanFactory beanFactory;

	private final Set<Class<?>> checked = ConcurrentHashMap.newKeySet();

	private volatile boolean started;

	/**
	 * Create the check.
	 * @param advisor the advisor that is to apply the locks
	 * @param beanFactory the factory of the beans to check
	 */
	public CreatedBeanCheck(LockAdvisor advisor, ConfigurableListableBeanFactory beanFactory) {
		this.advisor = advisor;
		this.beanFactory = beanFactory;
	}

	@Override
	public void afterSingletonsInstantiated() {
		this.started = true;
	}

	/**
	 * Check a bean that is about to be initialized.
	 * @throws LockDefinitionException if the container calls an annotated method of it
	 */
	@Override
	public void postProcessMergedBeanDefinition(RootBeanDefinition definition, Class<?> type, String name) {
		this.advisor.annotations().findAll(type).forEach((method) -> ContainerCalls.check(method, definition));
	}

	/**
	 * Check a bean that the validator does not see.
	 * @throws LockDefinitionException if an annotated method of it can't be intercepted
	 */
	@Override
	public Object postProcessAfterInitialization(Object bean, String name) {
		Class<?> type = AopProxyUtils.ultimateTargetClass(bean);
		if (this.advisor.annotations().areOn(type) && (this.started || !isValidated(name))
				&& !this.checked.contains(type)) {
			ProxyCheck check = new ProxyCheck(this.beanFactory);
			StoreCheck storeCheck = new StoreCheck(this.advisor, this.beanFactory);
			this.advisor.annotations().findAll(type).forEach((method) -> {
				check.checkCreated(method, new KnownBean(name, type, bean));
				storeCheck.check(method);
			});
			this.checked.add(type);
		}
		return bean;
	}

	/** Whether the validator will know the bean itself, at the end of start-up. */
	private boolean isValidated(String name) {
		if (!this.beanFactory.containsBeanDefinition(name) || this.beanFactory.isFactoryBean(name)) {
			return false;
		}
		BeanDefinition definition = this.beanFactory.getMergedBeanDefinition(name);
		return definition.isSingleton() && !definition.isLazyInit();
	}

}
