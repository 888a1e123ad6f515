package io.github.lockstarter.test;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * Completes when the outcome has been recorded, and passes a cancellation on.
 *
 * @param <T> what it completes with
 */
final class RecordedStage<T extends @Nullable Object> extends CompletableFuture<T> {

	private final CompletableFuture<T> asked;

	private final Consumer<T> recorder;

	private final Consumer<Throwable> failed;

	private final Consumer<T> unwanted;

	/**
	 * Create the stage.
	 * @param unwanted gives back what came after the caller had cancelled this
	 */
	RecordedStage(CompletionStage<T> asked, Consumer<T> recorder, Consumer<Throwable> failed, Consumer<T> unwanted) {
		this.asked = asked.toCompletableFuture();
		this.recorder = recorder;
		this.failed = failed;
		this.unwanted = unwanted;
		this.asked.whenComplete(this::end);
	}

	private void end(T result, @Nullable Throwable failure) {
		if (failure != null) {
			this.failed.accept(failure);
			completeExceptionally(failure);
		}
		else {
			this.recorder.accept(result);
			if (!complete(result)) {
				this.unwanted.accept(result);
			}
		}
	}

	@Override
	public boolean cancel(boolean mayInterruptIfRunning) {
		this.asked.cancel(mayInterruptIfRunning);
		return super.cancel(mayInterruptIfRunning);
	}

}
