package io.github.lockstarter.aop;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

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
	 * Call it, on the bean itself: it may be private, so that no proxy has it.
	 * @param parameters the number of arguments that the method has in its source; the
	 * one after them is its continuation
	 */
	@Nullable Object call(@Nullable Object target, @Nullable Object[] arguments, int parameters, LockException ex)
			throws Throwable {
		List<@Nullable Object> passed = new ArrayList<>(Arrays.asList(arguments).subList(0, parameters));
		if (this.takesException) {
			passed.add(ex);
		}
		if (Suspending.is(this.method)) {
			passed.add(arguments[parameters]);
		}
		return AopUtils.invokeJoinpointUsingReflection(bean(target), this.method, passed.toArray());
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
