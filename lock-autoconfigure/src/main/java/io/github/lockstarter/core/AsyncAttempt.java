package io.github.lockstarter.core;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockNotAcquiredException;
import org.jspecify.annotations.Nullable;

/**
 * An acquisition without a thread, of which it is no failure that others hold the lock.
 */
final class AsyncAttempt {

	private final CompletableFuture<LockHandle> asked;

	private final CompletableFuture<Optional<LockHandle>> result = new CompletableFuture<>();

	AsyncAttempt(CompletionStage<LockHandle> asked) {
		this.asked = asked.toCompletableFuture();
	}

	CompletionStage<Optional<LockHandle>> start() {
		this.asked.whenComplete(this::end);
		this.result.whenComplete((handle, failure) -> {
			if (this.result.isCancelled()) {
				giveUp(this.asked);
			}
		});
		return this.result;
	}

	private void end(@Nullable LockHandle handle, @Nullable Throwable failure) {
		Throwable cause = (failure instanceof CompletionException) ? failure.getCause() : failure;
		if (cause instanceof LockNotAcquiredException) {
			this.result.complete(Optional.empty());
		}
		else if (cause != null) {
			this.result.completeExceptionally(cause);
		}
		else {
			this.result.complete(Optional.ofNullable(handle));
		}
	}

	/** Give up what is asked for, or give back what was acquired. */
	static void giveUp(CompletableFuture<LockHandle> asked) {
		if (!asked.cancel(false)) {
			asked.thenAccept(LockHandle::closeAsync);
		}
	}

}
