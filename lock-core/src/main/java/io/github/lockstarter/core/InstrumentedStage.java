package io.github.lockstarter.core;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;

/**
 * A stage that reports its end to the instrumentation before the caller learns of it. One
 * future does not do for both: it runs last what was added first. Thread-safe.
 *
 * @param <T> what it completes with
 */
final class InstrumentedStage<T extends @Nullable Object> {

	private final CompletableFuture<T> stage = new CompletableFuture<>();

	private final CompletableFuture<Void> told = new CompletableFuture<>();

	/**
	 * The stage to instrument.
	 */
	CompletableFuture<T> stage() {
		return this.stage;
	}

	/**
	 * End the stage, unless it has ended.
	 * @return whether this has ended it
	 */
	@SuppressWarnings("NullAway") // the value is of the kind that the caller allows
	boolean complete(@Nullable T value, @Nullable Throwable failure) {
		boolean ended = (failure != null) ? this.stage.completeExceptionally(failure) : this.stage.complete(value);
		this.told.complete(null);
		return ended;
	}

	/**
	 * Cancel the stage, unless it has ended.
	 * @return whether this has ended it
	 */
	boolean cancel() {
		boolean ended = this.stage.cancel(false);
		this.told.complete(null);
		return ended;
	}

	/**
	 * Do something when the stage has ended and the instrumentation knows it.
	 * @param instrumented what the instrumentation has returned
	 */
	void afterwards(CompletionStage<T> instrumented, BiConsumer<@Nullable T, @Nullable Throwable> action) {
		this.told.thenRun(() -> instrumented.whenComplete(action));
	}

}
