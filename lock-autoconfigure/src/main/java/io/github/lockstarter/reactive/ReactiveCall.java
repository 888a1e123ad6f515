package io.github.lockstarter.reactive;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

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
			return (missing.isEmpty() && held != null) ? work(held, scope) : acquired(missing, scope);
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

	private Flux<Object> acquired(List<String> keys, LockScope scope) {
		return Flux.usingWhen(Attempt.of(this.call, keys), (attempt) -> afterwards(attempt, scope), this::released,
				(attempt, failure) -> release(attempt), this::release);
	}

	private Publisher<Object> afterwards(Attempt attempt, LockScope scope) {
		LockHandle handle = attempt.handle();
		return (handle != null) ? work(handle, scope) : instead(attempt);
	}

	private Flux<Object> instead(Attempt attempt) {
		try {
			return publisher(this.call.instead(attempt.refusal()));
		}
		catch (Throwable ex) {
			return Flux.error(ex);
		}
	}

	private Flux<Object> publisher(@Nullable Object result) {
		return (result != null) ? Flux.from(this.adapter.toPublisher(result)) : Flux
			.error(new IllegalStateException("The method " + this.call + " returned null; let it return a publisher."));
	}

	/** Calls the method, and lets its guarded body end when its publisher does. */
	private Flux<Object> work(LockHandle handle, LockScope scope) {
		AtomicReference<Flux<Object>> begun = new AtomicReference<>(Flux.empty());
		CompletableFuture<Boolean> ended = new CompletableFuture<>();
		Mono<Object> guarded = Mono.fromCompletionStage(handle.callAsync(() -> {
			begun.set(publisher(this.call.proceed()));
			return ended;
		})).then(Mono.empty());
		Flux<Object> work = Objects.requireNonNull(begun.get());
		if (this.call.onLoss() == LossPolicy.INTERRUPT) {
			work = work.takeUntilOther(Mono.create((lost) -> handle.onLost(lost::success)));
		}
		return work.doOnCancel(() -> ended.complete(true)).onErrorResume((failure) -> {
			ended.completeExceptionally(failure);
			return guarded;
		}).concatWith(Mono.defer(() -> {
			ended.complete(true);
			return guarded;
		})).contextWrite((context) -> context.put(LockScope.KEY, scope.with(this.call.name(), handle)));
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
