package io.github.lockstarter.aop;

import java.lang.reflect.Method;

import io.github.lockstarter.LockException;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;

/**
 * The method that is called instead of one that did not obtain its lock.
 *
 * @param method the method
 * @param takesException whether it takes the exception
 */
record Fallback(Method method, boolean takesException) {

	/**
	 * Call it, on the bean itself: its class may keep it from every proxy.
	 */
	@Nullable Object call(@Nullable Object target, @Nullable Object[] arguments, LockException ex) throws Throwable {
		@Nullable Object[] passed = arguments;
		if (this.takesException) {
			passed = new Object[arguments.length + 1];
			System.arraycopy(arguments, 0, passed, 0, arguments.length);
			passed[arguments.length] = ex;
		}
		return AopUtils.invokeJoinpointUsingReflection(bean(target), this.method, passed);
	}

	private static @Nullable Object bean(@Nullable Object target) {
		Object bean = target;
		Object inner = target;
		while (inner != null) {
			bean = inner;
			inner = AopProxyUtils.getSingletonTarget(inner);
		}
		return bean;
	}

}
