package io.github.lockstarter.core;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockLostException;
import org.jspecify.annotations.Nullable;

/**
 * Takes the keys of a request one after the other without a thread that waits.
 */
final class AsyncAcquisition {

	private final Engine engine;

	private final LockRequest request;

	private final long startedAt = System.nanoTime();

	private final List<Hold> holds = new ArrayList<>();

	private final CompletableFuture<LockHandle> result = new CompletableFuture<>();

	AsyncAcquisition(Engine engine, LockRequest request) {
		this.engine = engine;
		this.request = request;
	}

	CompletionStage<LockHandle> start() {
		try {
			return this.engine.instrumentation().acquireAsync(this.request.call(), () -> {
				next();
				return this.result;
			});
		}
		catch (RuntimeException | Error ex) {
			if (!this.result.cancel(false)) {
				this.result.thenAccept(LockHandle::close);
			}
			throw ex;
		}
	}

	private void next() {
		if (this.holds.size() == this.request.keys().size()) {
			complete();
			return;
		}
		String key = this.request.keys().get(this.holds.size());
		Waiter waiter = new Waiter(this.request, key, this.request.waitTime(), this.startedAt, !this.holds.isEmpty(),
				false);
		Future<?> timeout = scheduleTimeout(waiter);
		this.result.whenComplete((handle, failure) -> this.engine.gates().leave(waiter));
		waiter.whenCompleteAsync((hold, refusal) -> {
			timeout.cancel(false);
			proceed(waiter, hold, refusal);
		}, this.engine.completions()::execute);
		this.engine.join(waiter);
		if (this.result.isDone() || waiter.deadline().isOver()) {
			this.engine.gates().leave(waiter);
		}
	}

	private void complete() {
		try {
			Holds.checkNotLost(this.holds);
			if (!this.result.complete(new DefaultLockHandle(this.engine, this.request, this.holds))) {
				Holds.abandon(this.holds);
			}
		}
		catch (LockLostException ex) {
			Holds.abandon(this.holds);
			this.result.completeExceptionally(ex);
		}
	}

	private Future<?> scheduleTimeout(Waiter waiter) {
		try {
			return this.engine.timer()
				.schedule(() -> this.engine.gates().leave(waiter), waiter.deadline().remainingNanos(),
						TimeUnit.NANOSECONDS);
		}
		catch (RejectedExecutionException ex) {
			return CompletableFuture.completedFuture(null);
		}
	}

	private void proceed(Waiter waiter, @Nullable Hold hold, @Nullable Throwable refusal) {
		if (hold != null) {
			this.engine.events().acquired(waiter, hold);
			this.holds.add(hold);
			if (this.result.isDone()) {
				Holds.abandon(this.holds);
			}
			else {
				next();
			}
		}
		else {
			Refusal reason = Refusal.of(refusal);
			this.engine.events().refused(waiter, reason.outcome());
			Holds.abandon(this.holds);
			this.result.completeExceptionally(reason.toException(waiter));
		}
	}

}
