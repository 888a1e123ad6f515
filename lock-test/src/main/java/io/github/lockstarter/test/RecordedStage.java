package io.github.lockstarter.test;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * Completes when the outcome has been recorded, and passes a cancellation on.
 *
 * @param <T> the outcome
 */
final class RecordedStage<T extends @Nullable Object> extends CompletableFuture<T> {

	private final CompletableFuture<T> asked;

	private final Consumer<T> told;

	private final Consumer<Throwable> failed;

	private final Consumer<T> unwanted;

	/**
	 * Create a stage.
	 * @param told records an outcome
	 * @param failed records a failure
	 * @param unwanted gives back an outcome that is no longer wanted
	 */
	RecordedStage(CompletionStage<T> asked, Consumer<T> told, Consumer<Throwable> failed, Consumer<T> unwanted) {
		this.asked = asked.toCompletableFuture();
		this.told = told;
		this.failed = failed;
		this.unwanted = unwanted;
		this.asked.whenComplete(this::end);
	}

	private void end(T outcome, @Nullable Throwable failure) {
		if (failure != null) {
			this.failed.accept(failure);
			completeExceptionally(failure);
		}
		else {
			this.told.accept(outcome);
			if (!complete(outcome)) {
				this.unwanted.accept(outcome);
			}
		}
	}

	@Override
	public boolean cancel(boolean mayInterruptIfRunning) {
		this.asked.cancel(mayInterruptIfRunning);
		return super.cancel(mayInterruptIfRunning);
	}

}
