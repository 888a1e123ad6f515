package io.github.lockstarter.aop;

import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The beans of an application context, as far as they are known without initializing any.
 */
final class LockedBeans {

	private static final Log logger = LogFactory.getLog(LockedBeans.class);

	private final ConfigurableListableBeanFactory beanFactory;

	LockedBeans(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	void forEach(Consumer<KnownBean> consumer) {
		for (String name : this.beanFactory.getBeanNamesForType(Object.class, true, false)) {
			if (this.beanFactory.containsBeanDefinition(ScopedProxyUtils.getTargetBeanName(name))) {
				continue;
			}
			Object instance = instance(name);
			Class<?> type = (instance != null) ? AopProxyUtils.ultimateTargetClass(instance) : type(name);
			if (type != null) {
				consumer.accept(new KnownBean(name, type, instance));
			}
		}
	}

	private @Nullable Object instance(String name) {
		Object singleton = this.beanFactory.containsSingleton(name) ? this.beanFactory.getSingleton(name) : null;
		return (singleton instanceof FactoryBean<?>) ? null : singleton;
	}

	private @Nullable Class<?> type(String name) {
		try {
			Object original = this.beanFactory.containsBeanDefinition(name)
					? this.beanFactory.getMergedBeanDefinition(name)
						.getAttribute(AutoProxyUtils.ORIGINAL_TARGET_CLASS_ATTRIBUTE)
					: null;
			return (original instanceof Class<?> type) ? type : this.beanFactory.getType(name, false);
		}
		catch (BeansException | LinkageError ex) {
			logger.debug("The type of bean '" + name + "' is not known yet; its methods are checked when called", ex);
			return null;
		}
	}

	/**
	 * A bean, as far as it is known.
	 *
	 * @param name its name
	 * @param type the class of its target
	 * @param instance the bean, if it exists
	 */
	record KnownBean(String name, Class<?> type, @Nullable Object instance) {
	}

}
