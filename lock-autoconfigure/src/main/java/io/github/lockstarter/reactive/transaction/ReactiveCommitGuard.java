package io.github.lockstarter.reactive.transaction;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;

/**
 * Checks the locks of a method's pipeline before its transaction is committed.
 */
final class ReactiveCommitGuard implements MethodInterceptor {

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Object result = invocation.proceed();
		ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(null, result);
		return (result != null && adapter != null) ? guarded(adapter, result) : result;
	}

	private static Object guarded(ReactiveAdapter adapter, Object result) {
		Flux<Object> guarded = CheckedTransaction.of(adapter.toPublisher(result));
		return adapter.fromPublisher(adapter.isMultiValue() ? guarded : guarded.singleOrEmpty());
	}

}
