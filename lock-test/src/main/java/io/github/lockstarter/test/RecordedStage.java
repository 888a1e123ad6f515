package io.github.lockstarter.test;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import io.github.lockstarter.LockHandle;
import org.jspecify.annotations.Nullable;

/**
 * Completes when the outcome has been recorded, and passes a cancellation on.
 */
final class RecordedStage extends CompletableFuture<LockHandle> {

	private final CompletableFuture<LockHandle> asked;

	private final Consumer<LockHandle> granted;

	private final Consumer<Throwable> failed;

	RecordedStage(CompletionStage<LockHandle> asked, Consumer<LockHandle> granted, Consumer<Throwable> failed) {
		this.asked = asked.toCompletableFuture();
		this.granted = granted;
		this.failed = failed;
		this.asked.whenComplete(this::end);
	}

	private void end(@Nullable LockHandle handle, @Nullable Throwable failure) {
		if (handle != null) {
			this.granted.accept(handle);
			if (!complete(handle)) {
				handle.close();
			}
		}
		else if (failure != null) {
			this.failed.accept(failure);
			completeExceptionally(failure);
		}
	}

	@Override
	public boolean cancel(boolean mayInterruptIfRunning) {
		this.asked.cancel(mayInterruptIfRunning);
		return super.cancel(mayInterruptIfRunning);
	}

}
