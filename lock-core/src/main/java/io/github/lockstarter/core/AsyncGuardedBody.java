package io.github.lockstarter.core;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LossPolicy;
import io.github.lockstarter.ThrowingSupplier;
import io.github.lockstarter.containment.FailureIsolation;
import io.github.lockstarter.core.hold.CallbackExecutor;
import io.github.lockstarter.core.hold.LockRequest;
import org.jspecify.annotations.Nullable;

/**
 * Work under a handle that ends later than it is begun, and what the policy says when its
 * lock is lost meanwhile.
 *
 * @param <T> what the work completes with
 */
final class AsyncGuardedBody<T extends @Nullable Object> {

	private final DefaultLockHandle handle;

	private final LockRequest request;

	private final LockInstrumentation instrumentation;

	private final CallbackExecutor completions;

	private final InstrumentedStage<T> ended = new InstrumentedStage<>();

	private final CompletableFuture<T> result = new CompletableFuture<>();

	/** Stage that the work has returned. */
	private volatile @Nullable CompletionStage<T> begun;

	/**
	 * Prepare work.
	 * @param completions runs what depends on the result if the work is interrupted
	 */
	AsyncGuardedBody(DefaultLockHandle handle, LockRequest request, LockInstrumentation instrumentation,
			CallbackExecutor completions) {
		this.handle = handle;
		this.request = request;
		this.instrumentation = instrumentation;
		this.completions = completions;
	}

	CompletionStage<T> begin(ThrowingSupplier<? extends CompletionStage<T>, ? extends Throwable> work) {
		CompletionStage<T> instrumented;
		try {
			LockLostException.throwIfLost(this.handle);
			instrumented = instrumented(work);
		}
		catch (Throwable ex) {
			if (this.begun == null) {
				end(null, ex);
				return this.result;
			}
			instrumented = this.ended.stage().thenCompose((value) -> CompletableFuture.failedFuture(ex));
		}
		if (this.request.onLoss() == LossPolicy.INTERRUPT) {
			interruptAtALoss();
		}
		if (this.begun == null) {
			instrumented.whenComplete(this::end);
		}
		else {
			this.ended.afterwards(instrumented, this::end);
		}
		this.result.whenComplete((value, failure) -> {
			if (this.result.isCancelled()) {
				cancel();
			}
		});
		return this.result;
	}

	private CompletionStage<T> instrumented(ThrowingSupplier<? extends CompletionStage<T>, ? extends Throwable> work)
			throws Throwable {
		return LockContext.call(this.request.name(), this.handle,
				() -> Objects.requireNonNull(
						this.instrumentation.lockedAsync(this.request.call(), this.handle, () -> begun(work)),
						() -> Instrumentations.returnedNull(this.instrumentation)));
	}

	private CompletionStage<T> begun(ThrowingSupplier<? extends CompletionStage<T>, ? extends Throwable> work)
			throws Throwable {
		CompletionStage<T> stage = Objects.requireNonNull(work.get(),
				"The work under the lock returned null, not a stage.");
		stage.whenComplete(this.ended::complete);
		this.begun = stage;
		return this.ended.stage();
	}

	private void interruptAtALoss() {
		Runnable interrupt = () -> this.completions.run(this::interrupt);
		this.handle.watch(interrupt);
		this.result.whenComplete((value, failure) -> this.handle.unwatch(interrupt));
	}

	private void interrupt() {
		cancel();
		this.result.completeExceptionally(LockLostException.of(this.handle));
	}

	/** A stage need not have a future. */
	private void cancel() {
		CompletionStage<T> stage = this.begun;
		if (stage != null) {
			FailureIsolation.run("Cancelling work under a lock", () -> stage.toCompletableFuture().cancel(true));
		}
	}

	private void end(@Nullable T value, @Nullable Throwable failure) {
		boolean lost = this.request.onLoss() != LossPolicy.REPORT && this.handle.isLost();
		if (failure != null) {
			this.result.completeExceptionally(lost ? withLoss(failure) : failure);
		}
		else if (lost) {
			this.result.completeExceptionally(LockLostException.of(this.handle));
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

	/** Work that was cancelled here fails by the loss, and not by the cancellation. */
	private Throwable withLoss(Throwable failure) {
		Throwable cause = (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause()
				: failure;
		if (cause instanceof LockLostException) {
			return cause;
		}
		if (this.request.onLoss() == LossPolicy.INTERRUPT) {
			return LockLostException.of(this.handle, cause);
		}
		cause.addSuppressed(LockLostException.of(this.handle));
		return failure;
	}

}
