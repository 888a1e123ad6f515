package io.github.lockstarter.reactive;

import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockKind;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockScope;
import io.github.lockstarter.LockUpgradeException;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.aop.LockedCall;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

import org.springframework.core.ReactiveAdapter;

/**
 * A call of a method that returns a publisher. Whatever a subscription needs is made when
 * it begins.
 */
final class ReactiveCall {

	private final LockedCall call;

	private final ReactiveAdapter adapter;

	ReactiveCall(LockedCall call, ReactiveAdapter adapter) {
		this.call = call;
		this.adapter = adapter;
	}

	/** Takes the lock, but for what the pipeline around it holds already. */
	Flux<Object> locked() {
		return Flux.deferContextual((context) -> {
			LockScope scope = ReactiveLockContext.scope(context);
			List<String> missing = new ArrayList<>();
			LockHandle held = null;
			for (String key : this.call.keys()) {
				LockHandle own = find(scope, key);
				if (own == null) {
					missing.add(key);
				}
				else {
					checkEntry(own, key);
					held = own;
				}
			}
			MethodWork work = new MethodWork(this.call, this.adapter);
			return (missing.isEmpty() && held != null) ? guarded(held, context, work)
					: acquired(missing, context, work);
		});
	}

	private static @Nullable LockHandle find(LockScope scope, String key) {
		return scope.handles().stream().filter((handle) -> handle.keys().contains(key)).findFirst().orElse(null);
	}

	/** It would wait for itself. */
	private void checkEntry(LockHandle own, String key) {
		LockLostException.throwIfLost(own);
		if (own.kind() != LockKind.MUTEX && own.kind() != this.call.kind()) {
			throw new LockUpgradeException(key, own.kind(), this.call.kind());
		}
	}

	private Flux<Object> acquired(List<String> keys, ContextView context, MethodWork work) {
		return Flux.usingWhen(Attempt.of(this.call, keys), (attempt) -> afterwards(attempt, context, work),
				this::released, (attempt, failure) -> release(attempt),
				(attempt) -> Mono.fromCompletionStage(work::ended).then(release(attempt)));
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

	/** The release may find out that the lock was lost. */
	private Mono<Void> released(Attempt attempt) {
		LockHandle handle = attempt.handle();
		return release(attempt)
			.then(Mono.defer(() -> (handle != null && handle.isLost() && this.call.onLoss() != LossPolicy.REPORT)
					? Mono.error(LockLostException.of(handle)) : Mono.empty()));
	}

	private Mono<Void> release(Attempt attempt) {
		LockHandle handle = attempt.handle();
		return (handle != null) ? Mono.fromCompletionStage(() -> this.call.release(handle)) : Mono.empty();
	}

}
