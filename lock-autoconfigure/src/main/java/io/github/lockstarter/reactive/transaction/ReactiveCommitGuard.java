package io.github.lockstarter.reactive.transaction;

import io.github.lockstarter.reactive.InnerLocks;
import io.github.lockstarter.reactive.ReactiveLockContext;
import io.github.lockstarter.transaction.CommitGuard;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;

/**
 * Checks the locks of a pipeline, and those that it has already given back, as the last
 * step before its transaction is committed.
 */
final class ReactiveCommitGuard implements MethodInterceptor {

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Object result = invocation.proceed();
		ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(null, result);
		return (result != null && adapter != null) ? guarded(adapter, result) : result;
	}

	private static Object guarded(ReactiveAdapter adapter, Object result) {
		Flux<Object> guarded = Flux.deferContextual((context) -> {
			InnerLocks inner = InnerLocks.within(context);
			return Flux.from(adapter.toPublisher(result)).contextWrite(inner::addTo).concatWith(check(inner));
		});
		return adapter.fromPublisher(adapter.isMultiValue() ? guarded : guarded.singleOrEmpty());
	}

	private static Mono<Object> check(InnerLocks inner) {
		return ReactiveLockContext.scope().doOnNext((scope) -> {
			scope.handles().forEach(CommitGuard::check);
			inner.lost().forEach(CommitGuard::check);
		}).then(Mono.empty());
	}

}
