package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

import io.github.lockstarter.LockException;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.platform.Deadline;

/**
 * Lets the leases of some holds last longer.
 *
 * @param context waits, and reports the end
 * @param lock the keys, for messages
 * @param holds what is held
 * @param lease how long the leases are to last
 */
record LeaseExtension(HandleContext context, String lock, List<Hold> holds, Duration lease) {

	/** Ask for all, and wait for the answers. */
	void await() {
		this.context.calls.checkMayBlock("extendAsync");
		long patience = patience();
		this.context.calls.await(ask(), this.lock, patience);
	}

	/** Ask for all, and wait for nothing. */
	CompletionStage<Void> start() {
		long startedAt = this.context.platform.nanoTime();
		CompletableFuture<Void> result = new CompletableFuture<>();
		try {
			long patience = patience();
			CompletableFuture<Void> asked = ask();
			Future<?> timeout = this.context.calls.after(patience, () -> end(asked, result, startedAt));
			asked.whenComplete((nothing, failure) -> {
				timeout.cancel(false);
				end(asked, result, startedAt);
			});
		}
		catch (LockException ex) {
			result.completeExceptionally(ex);
		}
		catch (RejectedExecutionException ex) {
			result.completeExceptionally(new LockUnavailableException(this.lock, Duration.ZERO, ex));
		}
		return result;
	}

	private CompletableFuture<Void> ask() {
		return CompletableFuture.allOf(this.holds.stream()
			.map((hold) -> hold.extend(this.lease).toCompletableFuture())
			.toArray(CompletableFuture[]::new));
	}

	/** The answer counts even if one of the clocks says that the lease has ended. */
	private long patience() {
		return Math.min(this.holds.stream().mapToLong(Hold::remainingNanos).min().orElse(0), Deadline.ANSWER.toNanos());
	}

	private void end(CompletableFuture<Void> asked, CompletableFuture<Void> result, long startedAt) {
		this.context.callbacks.completions().run(() -> {
			try {
				result.complete(this.context.calls.answer(asked, this.lock, startedAt));
			}
			catch (Throwable ex) {
				result.completeExceptionally(ex);
			}
		});
	}

}
