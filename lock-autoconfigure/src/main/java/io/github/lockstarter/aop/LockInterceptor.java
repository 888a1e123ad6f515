package io.github.lockstarter.aop;

import java.util.List;
import java.util.function.Supplier;

import io.github.lockstarter.LockClient;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Runs a method under its lock.
 */
final class LockInterceptor implements MethodInterceptor {

	private final LockedMethods methods;

	private final SingletonSupplier<LockClient> client;

	private final SynchronousCalls calls;

	private final RefusedCalls refusedCalls;

	LockInterceptor(LockedMethods methods, Supplier<LockClient> client, SynchronousCalls calls,
			FailureHandlers handlers) {
		this.methods = methods;
		this.client = SingletonSupplier.of(client);
		this.calls = calls;
		this.refusedCalls = new RefusedCalls(handlers);
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Object target = invocation.getThis();
		Class<?> targetClass = (target != null) ? AopUtils.getTargetClass(target)
				: invocation.getMethod().getDeclaringClass();
		LockedMethod method = this.methods.get(invocation.getMethod(), targetClass);
		if (method == null || !method.isLocked(target, targetClass, invocation.getArguments())) {
			return invocation.proceed();
		}
		List<String> keys = method.keys().resolve(target, targetClass, invocation.getArguments());
		LockedCall call = new LockedInvocation(method, keys, invocation, this.client.obtain(), this.refusedCalls,
				this.calls);
		AsynchronousResult asynchronous = method.asynchronous();
		return (asynchronous != null) ? asynchronous.call(call)
				: call.underLock(invocation::proceed, (result) -> result);
	}

}
