package io.github.lockstarter.core;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.ThrowingSupplier;
import io.github.lockstarter.containment.StackProbe;
import io.github.lockstarter.core.hold.CallbackExecutor;
import org.jspecify.annotations.Nullable;

/**
 * Work under a lock that no thread waits for: neither for the lock, nor for the work, nor
 * for the release.
 *
 * @param <T> what the work completes with
 */
final class AsyncCall<T extends @Nullable Object> {

	private final CompletableFuture<LockHandle> asked;

	private final LossPolicy onLoss;

	private final ThrowingSupplier<? extends CompletionStage<T>, ? extends Throwable> work;

	private final CallbackExecutor completions;

	private final CompletableFuture<T> result = new CompletableFuture<>();

	AsyncCall(CompletionStage<LockHandle> asked, LossPolicy onLoss,
			ThrowingSupplier<? extends CompletionStage<T>, ? extends Throwable> work, CallbackExecutor completions) {
		this.asked = asked.toCompletableFuture();
		this.onLoss = onLoss;
		this.work = work;
		this.completions = completions;
	}

	CompletionStage<T> start() {
		this.asked.whenComplete((handle, failure) -> {
			if (handle == null) {
				fail(failure);
			}
			else if (this.result.isDone()) {
				handle.closeAsync();
			}
			else {
				begin(handle);
			}
		});
		this.result.whenComplete((value, failure) -> this.asked.cancel(false));
		return this.result;
	}

	private void begin(LockHandle handle) {
		CompletableFuture<T> begun = begun(handle);
		begun.whenComplete((value, failure) -> done(() -> close(handle, value, failure)));
		this.result.whenComplete((value, failure) -> {
			if (this.result.isCancelled()) {
				begun.cancel(true);
			}
		});
	}

	/** Nobody would hear of what is thrown here. */
	private CompletableFuture<T> begun(LockHandle handle) {
		try {
			return handle.callAsync(this.work).toCompletableFuture();
		}
		catch (Throwable ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	/** The work may complete where little is left of the stack. */
	private void done(Runnable close) {
		try {
			if (StackProbe.lastsForCall()) {
				close.run();
			}
			else {
				this.completions.run(close);
			}
		}
		catch (Throwable ex) {
			fail(ex);
		}
	}

	private void close(LockHandle handle, @Nullable T value, @Nullable Throwable failure) {
		handle.closeAsync().whenComplete((closed, ignored) -> end(handle, value, failure));
	}

	/** The release may have found out that the lock was lost. */
	private void end(LockHandle handle, @Nullable T value, @Nullable Throwable failure) {
		if (failure != null) {
			fail(failure);
		}
		else if (handle.isLost() && this.onLoss != LossPolicy.REPORT) {
			fail(LockLostException.of(handle));
		}
		else {
			complete(value);
		}
	}

	/** NullAway does not know that the value is of the kind that the caller allows. */
	@SuppressWarnings("NullAway")
	private void complete(@Nullable T value) {
		this.result.complete(value);
	}

	private void fail(Throwable failure) {
		this.result.completeExceptionally(
				(failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause() : failure);
	}

}
