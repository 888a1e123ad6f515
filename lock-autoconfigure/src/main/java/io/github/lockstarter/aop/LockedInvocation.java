package io.github.lockstarter.aop;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockException;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockKeyException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.LossPolicy;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.core.KotlinDetector;
import org.springframework.util.ClassUtils;

/**
 * A call of a locked method that was intercepted.
 */
final class LockedInvocation implements LockedCall {

	private final LockedMethod method;

	private final List<String> keys;

	private final MethodInvocation invocation;

	private final LockClient client;

	private final RefusedCalls refusedCalls;

	private final SynchronousCalls calls;

	LockedInvocation(LockedMethod method, List<String> keys, MethodInvocation invocation, LockClient client,
			RefusedCalls refusedCalls, SynchronousCalls calls) {
		this.method = method;
		this.keys = keys;
		this.invocation = invocation;
		this.client = client;
		this.refusedCalls = refusedCalls;
		this.calls = calls;
	}

	@Override
	public String name() {
		return this.method.name();
	}

	@Override
	public LossPolicy onLoss() {
		return this.method.onLoss();
	}

	@Override
	public Class<?> returnType() {
		return this.method.returnType();
	}

	@Override
	public LockHandle acquire() {
		this.calls.callerTransaction().report(this.method, this.keys);
		LockHandle handle = spec().acquire();
		HandleLog.acquired(handle);
		return handle;
	}

	@Override
	public CompletionStage<LockHandle> acquireAsync() {
		this.calls.callerTransaction().report(this.method, this.keys);
		return spec().acquireAsync();
	}

	@Override
	public void guardTransaction(LockHandle handle) {
		this.calls.callerTransaction().guard(handle);
	}

	@Override
	public void reportTransaction() {
		this.calls.callerTransaction().reportActive(this.method, this.keys);
	}

	private LockSpec spec() {
		return lock().name(this.method.name()).options(this.method.written());
	}

	private LockSpec lock() {
		try {
			return this.client.lock(this.keys);
		}
		catch (LockKeyException ex) {
			throw new LockKeyException("A key of " + this.method.method() + " can't be locked. " + ex.getMessage(),
					ex.getCause());
		}
	}

	@Override
	public @Nullable Object proceed(UnaryOperator<@Nullable Object[]> arguments) throws Throwable {
		if (this.invocation instanceof ProxyMethodInvocation proxied) {
			return proxied.invocableClone(arguments.apply(proxied.getArguments())).proceed();
		}
		return this.invocation.proceed();
	}

	@Override
	public boolean isOf(Method other) {
		Method called = this.invocation.getMethod();
		return called.getName().equals(other.getName())
				&& Arrays.equals(called.getParameterTypes(), other.getParameterTypes()) && other.getDeclaringClass()
					.isAssignableFrom(ClassUtils.getUserClass(this.method.method().userClass()));
	}

	@Override
	public boolean suspends() {
		return KotlinDetector.isSuspendingFunction(this.invocation.getMethod());
	}

	@Override
	public @Nullable Object instead(LockException refusal) throws Throwable {
		if (refusal instanceof LockNotAcquiredException ex) {
			return this.refusedCalls.refused(this.method, this.keys, this.invocation, ex);
		}
		if (refusal instanceof LockUnavailableException ex) {
			return this.refusedCalls.unavailable(this.method, this.keys, this.invocation, ex);
		}
		throw refusal;
	}

	@Override
	public void checkValue(@Nullable Object value) {
		this.method.hidden().refuse(value);
	}

	@Override
	public @Nullable Object underLock(Body body, Conversion instead) throws Throwable {
		return this.calls.call(this.method, this, body, instead);
	}

	@Override
	public CompletionStage<Void> release(LockHandle handle) {
		try {
			return handle.closeAsync();
		}
		catch (RuntimeException ex) {
			HandleLog.notReleased(handle, ex);
			return CompletableFuture.completedFuture(null);
		}
	}

	@Override
	public String toString() {
		return this.method.method().toString();
	}

}
