package io.github.lockstarter.aop;

import java.lang.reflect.Method;

import org.springframework.aop.support.StaticMethodMatcherPointcut;

/**
 * Matches annotated methods, and refuses annotated classes that can't be proxied: the
 * proxy creator would fail on them with a message that doesn't name the lock.
 */
final class LockPointcut extends StaticMethodMatcherPointcut {

	private final LockAnnotations annotations;

	LockPointcut(LockAnnotations annotations, BeanProxies proxies) {
		this.annotations = annotations;
		setClassFilter((type) -> {
			boolean annotated = annotations.areOn(type);
			if (annotated) {
				proxies.checkProxyable(type, annotations);
			}
			return annotated;
		});
	}

	@Override
	public boolean matches(Method method, Class<?> targetClass) {
		return this.annotations.find(method, targetClass) != null;
	}

}
