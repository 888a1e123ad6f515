package io.github.lockstarter.core;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.core.hold.EventDispatcher;
import io.github.lockstarter.core.hold.Holds;
import io.github.lockstarter.core.platform.Deadline;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.queue.ClientLifecycle;

/**
 * The parts of the engine that all handles of its store use.
 */
final class HandleContext {

	final Platform platform;

	/** Waits for answers of the store. */
	final StoreCalls calls;

	/** Run code of the application that may block. */
	final CallbackExecutors callbacks;

	final EventDispatcher events;

	/** Whether somebody wants to hear of locks that are acquired. */
	final boolean heard;

	/** Is called around guarded bodies. */
	final LockInstrumentation instrumentation;

	final Holds holds;

	/** What the locks of the client in all stores have in common. */
	final ClientLifecycle client;

	final CallSites callSites;

	final ForeignThreadWarning foreignThreads = new ForeignThreadWarning();

	HandleContext(Platform platform, StoreCalls calls, CallbackExecutors callbacks, EventDispatcher events, Holds holds,
			ClientLifecycle client) {
		this.platform = platform;
		this.calls = calls;
		this.callbacks = callbacks;
		this.events = events;
		this.heard = events.isHeard();
		this.instrumentation = events.instrumentation();
		this.holds = holds;
		this.client = client;
		this.callSites = new CallSites(platform);
	}

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
			return this.calls.after(Deadline.ANSWER.toNanos(), tell);
		}
		catch (StackOverflowError | RejectedExecutionException ex) {
			// it is told when the store answers, or the client ends
			return CompletableFuture.completedFuture(null);
		}
	}

}
