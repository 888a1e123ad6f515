package io.github.lockstarter.aop;

import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.ProxyConfig;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.framework.ProxyProcessorSupport;
import org.springframework.aop.framework.autoproxy.AbstractAdvisorAutoProxyCreator;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;

/**
 * Finds out how the beans of an application context are proxied.
 */
final class BeanProxies {

	/** Since Spring Framework 7, as the next. */
	private static final String EXPOSED_INTERFACES = AutoProxyUtils.class.getName() + ".exposedInterfaces";

	private static final String PROXYABLE = "org.springframework.context.annotation.Proxyable";

	private final ConfigurableListableBeanFactory beanFactory;

	BeanProxies(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	/**
	 * Whether anything applies advisors to beans.
	 */
	boolean areCreated() {
		return creators().length > 0;
	}

	/**
	 * Whether a bean, once it exists, will be proxied by its interfaces only.
	 */
	boolean usesJdkProxy(String beanName, Class<?> type) {
		if (this.beanFactory.containsBeanDefinition(beanName)
				&& this.beanFactory.getBeanDefinition(beanName).hasAttribute(EXPOSED_INTERFACES)) {
			return true;
		}
		return !AutoProxyUtils.shouldProxyTargetClass(this.beanFactory, beanName) && usesJdkProxy(type);
	}

	/**
	 * Refuse an annotated class that neither a subclass nor its interfaces can proxy.
	 */
	void checkProxyable(Class<?> type, LockAnnotations annotations) {
		if (Modifier.isFinal(type.getModifiers()) && !Proxy.isProxyClass(type) && !ClassUtils.isLambdaClass(type)
				&& !MergedAnnotations.from(type, SearchStrategy.TYPE_HIERARCHY).isPresent(PROXYABLE)
				&& !usesJdkProxy(type)) {
			for (AnnotatedMethod method : annotations.findAll(type)) {
				throw finalClass(method);
			}
		}
	}

	static RuntimeException finalClass(AnnotatedMethod method) {
		return method.refused("its class is final, so no proxy can extend it.",
				"Remove 'final' (turn a record into a class, in Kotlin write 'open'), or let the class implement an"
						+ " interface and set 'spring.aop.proxy-target-class=false'.");
	}

	private boolean usesJdkProxy(Class<?> type) {
		return Arrays.stream(creators())
			.map(this::creator)
			.noneMatch((creator) -> creator != null && creator.isProxyTargetClass())
				&& InterfaceRule.INSTANCE.test(type);
	}

	private String[] creators() {
		return this.beanFactory.getBeanNamesForType(AbstractAdvisorAutoProxyCreator.class, true, false);
	}

	private @Nullable ProxyConfig creator(String beanName) {
		return this.beanFactory.containsSingleton(beanName) ? this.beanFactory.getBean(beanName, ProxyConfig.class)
				: null;
	}

	/**
	 * The proxy creator's own rule for the interfaces that count.
	 */
	@SuppressWarnings("serial")
	private static final class InterfaceRule extends ProxyProcessorSupport {

		private static final InterfaceRule INSTANCE = new InterfaceRule();

		boolean test(Class<?> type) {
			ProxyFactory factory = new ProxyFactory();
			evaluateProxyInterfaces(type, factory);
			return !factory.isProxyTargetClass();
		}

	}

}
