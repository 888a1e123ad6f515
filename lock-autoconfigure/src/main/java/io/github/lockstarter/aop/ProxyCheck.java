package io.github.lockstarter.aop;

import java.lang.reflect.Modifier;
import java.util.Arrays;

import io.github.lockstarter.LockDefinitionException;
import io.github.lockstarter.aop.LockedBeans.KnownBean;

import org.springframework.aop.SpringProxy;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ReflectionUtils;

/**
 * Checks that calls of an annotated method pass through a proxy that locks.
 */
final class ProxyCheck {

	/**
	 * Present where a test replaces beans, for example by mocks, which nothing proxies.
	 */
	private static final String TEST_OVERRIDES = "org.springframework.test.context.bean.override."
			+ "internalBeanOverrideRegistry";

	private static final String ASPECT = "org.aspectj.lang.annotation.Aspect";

	private final ConfigurableListableBeanFactory beanFactory;

	private final BeanProxies proxies;

	private final boolean mayBeReplaced;

	ProxyCheck(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
		this.proxies = new BeanProxies(beanFactory);
		this.mayBeReplaced = beanFactory.containsSingleton(TEST_OVERRIDES);
	}

	/**
	 * Check a method.
	 * @return whether it can be called through the proxy at all
	 */
	boolean check(AnnotatedMethod method, KnownBean bean) {
		ContainerCalls.check(method, this.beanFactory.containsBeanDefinition(bean.name())
				? this.beanFactory.getMergedBeanDefinition(bean.name()) : null);
		int modifiers = method.method().getModifiers();
		if (Modifier.isPrivate(modifiers) || Modifier.isStatic(modifiers)) {
			throw method.refused("it is " + (Modifier.isStatic(modifiers) ? "static" : "private")
					+ ", so no proxy can intercept it.", "Make it a public method of the bean.");
		}
		if (ReflectionUtils.isEqualsMethod(method.method()) || ReflectionUtils.isHashCodeMethod(method.method())) {
			throw method.refused("the proxy of its bean answers it without calling the bean.",
					"Move the work to another public method.");
		}
		Object instance = bean.instance();
		if (instance != null && !isLockProxy(instance)) {
			if (this.mayBeReplaced) {
				return false;
			}
			throw notProxied(method, bean);
		}
		boolean byInterface = (instance != null) ? AopUtils.isJdkDynamicProxy(instance)
				: this.proxies.usesJdkProxy(bean.name(), bean.type());
		return byInterface ? checkInterface(method) : checkSubclass(method, modifiers);
	}

	/**
	 * Check a method of a bean that was just created. A bean that has been needed early
	 * has its proxy elsewhere.
	 */
	void checkCreated(AnnotatedMethod method, KnownBean bean) {
		Object instance = bean.instance();
		boolean proxy = instance != null && isLockProxy(instance);
		if (proxy || !this.mayBeReplaced) {
			check(method, proxy ? bean : new KnownBean(bean.name(), bean.type(), null));
		}
	}

	private static LockDefinitionException notProxied(AnnotatedMethod method, KnownBean bean) {
		if (MergedAnnotations.from(bean.type(), SearchStrategy.SUPERCLASS).isPresent(ASPECT)) {
			return method.refused("its class is an aspect, and no proxy is made for aspects.",
					"Move the work to a method of another bean, or use LockClient in it.");
		}
		return method.refused("the bean '" + bean.name() + "' is not proxied.",
				"Register it as a bean that is created after all BeanPostProcessors: none of them, and no"
						+ " BeanFactoryPostProcessor, may depend on it.");
	}

	/**
	 * Whether this bean is a proxy that locks, as far as can be seen.
	 */
	private static boolean isLockProxy(Object bean) {
		Object current = bean;
		while (current instanceof Advised advised) {
			if (Arrays.stream(advised.getAdvisors()).anyMatch(LockAdvisor.class::isInstance)) {
				return true;
			}
			current = AopProxyUtils.getSingletonTarget(current);
		}
		return current instanceof SpringProxy;
	}

	private static boolean checkInterface(AnnotatedMethod method) {
		if (!LockAnnotations.interfaceMethods(method.method(), method.userClass()).isEmpty()) {
			return true;
		}
		if (method.declared() == null) {
			return false;
		}
		throw method.refused(
				Modifier.isPublic(method.method().getModifiers())
						? "its bean is proxied by its interfaces, and none of them has the method."
						: "its bean is proxied by its interfaces, which have public methods only.",
				"Declare it in an interface, or set 'spring.aop.proxy-target-class=true'.");
	}

	private static boolean checkSubclass(AnnotatedMethod method, int modifiers) {
		if (Modifier.isFinal(modifiers)) {
			throw method.refused("it is final, so no proxy can override it.",
					"Remove 'final' (in Kotlin write 'open').");
		}
		if (Modifier.isFinal(method.userClass().getModifiers())) {
			throw BeanProxies.finalClass(method);
		}
		return true;
	}

}
