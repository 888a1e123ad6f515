package io.github.lockstarter.reactive;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LossPolicy;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;
import reactor.util.context.ContextView;

/**
 * A publisher as the guarded body of a lock: the body begins with the subscription, and
 * ends when the publisher does.
 */
final class GuardedPublisher {

	private final LockHandle handle;

	private final ContextView context;

	private final MethodWork work;

	/** The result of the guarded body. */
	private final CompletableFuture<Boolean> ended = new CompletableFuture<>();

	/** Fails if the lock was lost meanwhile, and as the work fails. */
	private final CompletableFuture<Boolean> guarded = new CompletableFuture<>();

	/** Fails if subscribing throws, which Reactor does not signal. */
	private final CompletableFuture<Boolean> broken = new CompletableFuture<>();

	GuardedPublisher(LockHandle handle, ContextView context, MethodWork work) {
		this.handle = handle;
		this.context = context;
		this.work = work;
	}

	Flux<Object> flux(LossPolicy onLoss) {
		Mono<Object> end = Mono.fromFuture(this.guarded, true).then(Mono.empty());
		Publisher<Object> subscribed = this::begin;
		Flux<Object> begun = Flux.from(subscribed)
			.takeUntilOther(Mono.fromFuture(this.broken, true).then(Mono.never()));
		if (onLoss == LossPolicy.INTERRUPT) {
			begun = begun.takeUntilOther(Mono.fromFuture(this.guarded, true).onErrorComplete());
		}
		return begun.doFinally(this::cancelled).onErrorResume((failure) -> {
			this.ended.completeExceptionally(failure);
			return end;
		}).concatWith(Mono.defer(() -> {
			this.ended.complete(true);
			return end;
		}));
	}

	/** Work that runs at once runs under the lock of this thread as well. */
	private void begin(Subscriber<? super Object> subscriber) {
		AtomicBoolean begun = new AtomicBoolean();
		Supplier<CompletionStage<Boolean>> body = () -> this.handle.callAsync(() -> {
			Publisher<Object> publisher = this.work.begin();
			begun.set(true);
			subscribe(publisher, subscriber);
			return this.ended;
		});
		ThreadContext.call(this.context, body).whenComplete(this::end);
		if (!begun.get()) {
			Flux.empty().subscribe(subscriber);
		}
	}

	private void subscribe(Publisher<Object> publisher, Subscriber<? super Object> subscriber) {
		try {
			Flux.from(publisher).contextWrite(ThreadContext::capture).subscribe(subscriber);
		}
		catch (Throwable ex) {
			this.broken.completeExceptionally(ex);
			throw ex;
		}
	}

	private void cancelled(SignalType signal) {
		if (signal == SignalType.CANCEL) {
			this.work.ended().thenRun(() -> this.ended.cancel(false));
		}
	}

	private void end(@Nullable Boolean done, @Nullable Throwable failure) {
		if (failure != null) {
			this.guarded.completeExceptionally(failure);
		}
		else {
			this.guarded.complete(true);
		}
	}

}
