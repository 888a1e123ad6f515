package io.github.lockstarter.core;

import java.lang.ref.ReferenceQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.core.hold.OpenHoldCount;
import io.github.lockstarter.core.platform.Deadline;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.Timer;

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
 * @param dropped is told of handles that nobody can reach any more
 * @param held how many locks their client holds in all stores
 */
record HandleContext(Platform platform, Timer timer, StoreCalls calls, CallbackExecutors callbacks,
		LockInstrumentation instrumentation, CallSites callSites, ForeignThreadWarning foreignThreads,
		ReferenceQueue<Object> dropped, OpenHoldCount held) {

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
