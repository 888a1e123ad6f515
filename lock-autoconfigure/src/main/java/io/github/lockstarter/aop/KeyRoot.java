package io.github.lockstarter.aop;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;

/**
 * The root object of key expressions.
 */
final class KeyRoot {

	private final Method method;

	private final @Nullable Object target;

	private final Class<?> targetClass;

	private final @Nullable Object[] args;

	KeyRoot(Method method, @Nullable Object target, Class<?> targetClass, @Nullable Object[] args) {
		this.method = method;
		this.target = target;
		this.targetClass = targetClass;
		this.args = args;
	}

	public Method getMethod() {
		return this.method;
	}

	public String getMethodName() {
		return this.method.getName();
	}

	public @Nullable Object getTarget() {
		return this.target;
	}

	public Class<?> getTargetClass() {
		return this.targetClass;
	}

	public @Nullable Object[] getArgs() {
		return this.args;
	}

}
