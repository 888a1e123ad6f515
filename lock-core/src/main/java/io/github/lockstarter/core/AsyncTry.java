package io.github.lockstarter.core;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockNotAcquiredException;
import org.jspecify.annotations.Nullable;

/**
 * An asynchronous acquisition whose refusal is no failure.
 */
final class AsyncTry {

	private final CompletableFuture<Optional<LockHandle>> result = new CompletableFuture<>();

	private AsyncTry() {
	}

	/** Completing or cancelling the returned stage gives up the acquisition. */
	static CompletionStage<Optional<LockHandle>> of(CompletionStage<LockHandle> acquisition) {
		AsyncTry attempt = new AsyncTry();
		CompletableFuture<LockHandle> acquiring = acquisition.toCompletableFuture();
		attempt.result.whenComplete((handle, failure) -> acquiring.cancel(false));
		acquiring.whenComplete(attempt::end);
		return attempt.result;
	}

	private void end(@Nullable LockHandle handle, @Nullable Throwable failure) {
		if (handle != null) {
			if (!this.result.complete(Optional.of(handle))) {
				handle.closeAsync();
			}
			return;
		}
		Throwable cause = (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause()
				: failure;
		if (cause == null || cause instanceof LockNotAcquiredException) {
			this.result.complete(Optional.empty());
		}
		else {
			this.result.completeExceptionally(cause);
		}
	}

}
