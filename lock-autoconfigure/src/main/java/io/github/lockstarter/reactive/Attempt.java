package io.github.lockstarter.reactive;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.LockException;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.aop.LockedCall;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.util.context.ContextView;

/**
 * The outcome of a request for a lock.
 *
 * @param handle the lock; {@code null} if it was not acquired
 * @param failure the reason why it was not acquired; {@code null} if it was
 */
record Attempt(@Nullable LockHandle handle, @Nullable LockException failure) {

	/**
	 * Ask for a lock, as part of the pipeline. Cancelling gives up the place in the
	 * queue, or the lock.
	 */
	static Mono<Attempt> of(LockedCall call) {
		return Mono.create((sink) -> {
			CompletableFuture<LockHandle> asked = ThreadContext
				.call(sink.contextView(), () -> ask(call, sink.contextView()))
				.toCompletableFuture();
			sink.onCancel(() -> giveUp(asked));
			asked.whenComplete((handle, failure) -> end(sink, handle, failure));
		});
	}

	private static CompletionStage<LockHandle> ask(LockedCall call, ContextView context) {
		if (InnerLocks.find(context) != null) {
			call.reportTransaction();
		}
		return call.acquireAsync();
	}

	LockException refusal() {
		return Objects.requireNonNull(this.failure);
	}

	private static void giveUp(CompletableFuture<LockHandle> asked) {
		if (!asked.cancel(false)) {
			asked.thenAccept(LockHandle::closeAsync);
		}
	}

	private static void end(MonoSink<Attempt> sink, @Nullable LockHandle handle, @Nullable Throwable failure) {
		Throwable cause = (failure instanceof CompletionException) ? failure.getCause() : failure;
		if (handle != null) {
			sink.success(new Attempt(handle, null));
		}
		else if (cause instanceof LockException refusal) {
			sink.success(new Attempt(null, refusal));
		}
		else if (cause != null) {
			sink.error(cause);
		}
	}

}
