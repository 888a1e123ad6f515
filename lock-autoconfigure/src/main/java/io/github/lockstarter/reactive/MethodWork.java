package io.github.lockstarter.reactive;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.aop.LockedCall;
import io.github.lockstarter.coroutine.SuspendingCall;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

import org.springframework.core.ReactiveAdapter;

/**
 * The work of one subscription: a call of the method.
 */
final class MethodWork {

	private final LockedCall call;

	private final ReactiveAdapter adapter;

	private final @Nullable SuspendingCall suspending;

	MethodWork(LockedCall call, ReactiveAdapter adapter) {
		this.call = call;
		this.adapter = adapter;
		this.suspending = (call.suspends() || isFlow()) ? new SuspendingCall() : null;
	}

	private boolean isFlow() {
		return this.adapter.getReactiveType().getName().equals("kotlinx.coroutines.flow.Flow");
	}

	Publisher<Object> begin() throws Throwable {
		Object result = begun();
		return Flux.from(publisher(result)).doOnNext(this.call::checkValue);
	}

	private @Nullable Object begun() throws Throwable {
		if (this.suspending == null) {
			return this.call.proceed();
		}
		if (this.call.suspends()) {
			return this.call.proceed(this.suspending::underLocks);
		}
		Object flow = this.call.proceed();
		return (flow != null) ? this.suspending.flowUnderLocks(flow) : null;
	}

	Publisher<Object> publisher(@Nullable Object result) {
		return (result != null) ? this.adapter.toPublisher(result) : Flux
			.error(new IllegalStateException("The method " + this.call + " returned null; let it return a publisher."));
	}

	/**
	 * Completes when none of the work runs any more after it was cancelled, as far as
	 * that shows.
	 */
	CompletionStage<@Nullable Void> ended() {
		return (this.suspending != null) ? this.suspending.ended() : CompletableFuture.completedFuture(null);
	}

}
