package io.github.lockstarter.reactive;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.aop.LockedCall;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

import org.springframework.core.ReactiveAdapter;

/**
 * A call of a method that returns a publisher. Each subscription creates what it needs.
 */
final class ReactiveCall {

	private final LockedCall call;

	private final ReactiveAdapter adapter;

	ReactiveCall(LockedCall call, ReactiveAdapter adapter) {
		this.call = call;
		this.adapter = adapter;
	}

	Flux<Object> locked() {
		return Flux.deferContextual((context) -> acquired(context, new MethodWork(this.call, this.adapter)));
	}

	private Flux<Object> acquired(ContextView context, MethodWork work) {
		return Flux.usingWhen(Attempt.of(this.call), (attempt) -> afterwards(attempt, context, work),
				(attempt) -> released(attempt, context), (attempt, failure) -> release(attempt, context),
				(attempt) -> Mono.fromCompletionStage(work::ended).then(release(attempt, context)));
	}

	private Publisher<Object> afterwards(Attempt attempt, ContextView context, MethodWork work) {
		LockHandle handle = attempt.handle();
		return (handle != null) ? guarded(handle, context, work) : instead(attempt, work);
	}

	private Publisher<Object> instead(Attempt attempt, MethodWork work) {
		try {
			return work.publisher(this.call.instead(attempt.refusal()));
		}
		catch (Throwable ex) {
			return Flux.error(ex);
		}
	}

	private Flux<Object> guarded(LockHandle handle, ContextView context, MethodWork work) {
		return new GuardedPublisher(handle, context, work).flux(this.call.onLoss());
	}

	/** The release may reveal that the lock was lost. */
	private Mono<Void> released(Attempt attempt, ContextView context) {
		LockHandle handle = attempt.handle();
		return release(attempt, context)
			.then(Mono.defer(() -> (handle != null && handle.isLost() && this.call.onLoss() != LossPolicy.REPORT)
					? Mono.error(LockLostException.of(handle)) : Mono.empty()));
	}

	private Mono<Void> release(Attempt attempt, ContextView context) {
		LockHandle handle = attempt.handle();
		if (handle == null) {
			return Mono.empty();
		}
		Mono<Void> released = Mono.fromCompletionStage(() -> this.call.release(handle));
		InnerLocks inner = InnerLocks.find(context);
		return (inner != null) ? released.doOnSuccess((done) -> inner.released(handle)) : released;
	}

}
