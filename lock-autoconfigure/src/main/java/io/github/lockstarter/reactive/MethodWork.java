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
		this.suspending = call.suspends() ? new SuspendingCall() : null;
	}

	Publisher<Object> begin() throws Throwable {
		Object result = (this.suspending != null) ? this.call.proceed(this.suspending::underLocks)
				: this.call.proceed();
		return Flux.from(publisher(result)).doOnNext(this.call::checkValue);
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
