package io.github.lockstarter.aop;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.github.lockstarter.LockClient;
import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.Printable;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Runs a method under its lock.
 */
final class LockInterceptor implements MethodInterceptor {

	private static final Log logger = LogFactory.getLog(LockInterceptor.class);

	private final LockedMethods methods;

	private final SingletonSupplier<LockClient> client;

	private final CallerTransaction callerTransaction;

	private final FailedCalls failedCalls;

	LockInterceptor(LockedMethods methods, Supplier<LockClient> client, Supplier<Transactions> transactions,
			FailureHandlers handlers) {
		this.methods = methods;
		this.client = SingletonSupplier.of(client);
		this.callerTransaction = new CallerTransaction(transactions);
		this.failedCalls = new FailedCalls(handlers);
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
		LockSpec spec = spec(method, keys);
		this.callerTransaction.report(method, keys);
		LockHandle handle;
		try {
			handle = spec.acquire();
		}
		catch (LockNotAcquiredException ex) {
			return this.failedCalls.refused(method, keys, invocation, ex);
		}
		catch (LockUnavailableException ex) {
			return this.failedCalls.unavailable(method, keys, invocation, ex);
		}
		return invoke(invocation, method, handle);
	}

	private @Nullable Object invoke(MethodInvocation invocation, LockedMethod method, LockHandle handle)
			throws Throwable {
		boolean kept = false;
		Object result;
		try {
			logger.debug(describe("acquired", handle));
			kept = this.callerTransaction.keep(method, handle, () -> release(handle));
			result = call(invocation, handle);
		}
		finally {
			if (!kept) {
				release(handle);
				this.callerTransaction.released(handle);
			}
		}
		if (!kept && method.settings().get(LockOption.ON_LOSS) != LossPolicy.REPORT) {
			LockLostException.throwIfLost(handle);
		}
		return result;
	}

	/** NullAway does not know that the result of a body may be null. */
	@SuppressWarnings("NullAway")
	private static @Nullable Object call(MethodInvocation invocation, LockHandle handle) throws Throwable {
		return handle.call(invocation::proceed);
	}

	private LockSpec spec(LockedMethod method, List<String> keys) {
		return this.client.obtain().lock(keys).name(method.name()).options(method.written());
	}

	private static void release(LockHandle handle) {
		try {
			handle.close();
			logger.debug(describe("released", handle));
		}
		catch (RuntimeException ex) {
			logger.warn("Releasing lock " + Printable.of(handle.keys()) + " failed; it ends with its lease", ex);
		}
	}

	private static String describe(String done, LockHandle handle) {
		return !logger.isDebugEnabled() ? ""
				: done + " "
						+ handle.keys()
							.stream()
							.map((key) -> "lock '" + Printable.of(key) + "' (token " + handle.fencingToken(key) + ")")
							.collect(Collectors.joining(", "));
	}

}
