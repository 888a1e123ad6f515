package io.github.lockstarter.core;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.core.hold.Holds;
import io.github.lockstarter.core.platform.Deadline;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.Timer;
import io.github.lockstarter.core.queue.ClientLifecycle;

/**
 * Parts of the engine that all handles of its store use.
 *
 * @param platform waits
 * @param timer ends what is not answered in time
 * @param calls waits for answers of the store
 * @param callbacks run code of the application that may block
 * @param instrumentation is called around guarded bodies
 * @param callSites finds out where locks are acquired
 * @param foreignThreads warns of handles that change their thread
 * @param holds who holds what
 * @param client what its locks in all stores have in common
 */
record HandleContext(Platform platform, Timer timer, StoreCalls calls, CallbackExecutors callbacks,
		LockInstrumentation instrumentation, CallSites callSites, ForeignThreadWarning foreignThreads, Holds holds,
		ClientLifecycle client) {

	/**
	 * Wait for nothing, but tell the caller when the store has answered a release, or is
	 * waited for no longer.
	 * @return completes on a thread that the caller may block, or is complete already
	 */
	CompletionStage<Void> released(CompletableFuture<Void> left) {
		CompletableFuture<Void> told = new CompletableFuture<>();
		if (left.isDone()) {
			told.complete(null);
		}
		else {
			Runnable tell = () -> this.callbacks.completions().run(() -> told.complete(null));
			Future<?> limit = limit(tell);
			left.whenComplete((nothing, failure) -> {
				limit.cancel(false);
				tell.run();
			});
		}
		return told;
	}

	private Future<?> limit(Runnable tell) {
		try {
			return this.timer.schedule(tell, Deadline.ANSWER.toNanos());
		}
		catch (StackOverflowError | RejectedExecutionException ex) {
			// it is told when the store answers, or the client ends
			return CompletableFuture.completedFuture(null);
		}
	}

}
