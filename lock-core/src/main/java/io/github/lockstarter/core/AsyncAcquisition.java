package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import io.github.lockstarter.LockHandle;
import io.github.lockstarter.LockInstrumentation;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.containment.FailureIsolation;
import io.github.lockstarter.containment.StackProbe;
import io.github.lockstarter.core.hold.CallbackExecutor;
import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.hold.LockRequest;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.Timer;
import org.jspecify.annotations.Nullable;

/**
 * Takes locks without a thread that waits. It is driven by whatever it awaits, one thread
 * at a time; only the caller's own stages run on a thread that they may block.
 */
final class AsyncAcquisition {

	private final Platform platform;

	private final LockInstrumentation instrumentation;

	private final Timer timer;

	private final CallbackExecutor completions;

	private final LockRequest request;

	private final Acquisition acquisition;

	private final Function<List<Hold>, DefaultLockHandle> handles;

	private final InstrumentedStage<LockHandle> acquired = new InstrumentedStage<>();

	private final CompletableFuture<LockHandle> result = new CompletableFuture<>();

	/** Number of calls to go on since it stood still. */
	private final AtomicInteger calls = new AtomicInteger();

	private boolean ended;

	private @Nullable CompletableFuture<?> watched;

	private @Nullable Future<?> timeout;

	private volatile @Nullable DefaultLockHandle handle;

	/**
	 * Prepare a call.
	 * @param timer goes on when the time is over
	 * @param completions runs the caller's stages
	 * @param handles makes the handle
	 */
	AsyncAcquisition(Platform platform, LockInstrumentation instrumentation, Timer timer, CallbackExecutor completions,
			Acquisition acquisition, Function<List<Hold>, DefaultLockHandle> handles) {
		this.platform = platform;
		this.instrumentation = instrumentation;
		this.timer = timer;
		this.completions = completions;
		this.request = acquisition.request();
		this.acquisition = acquisition;
		this.handles = handles;
	}

	CompletionStage<LockHandle> start() {
		this.result.whenComplete((handle, failure) -> this.acquired.cancel());
		this.acquired.afterwards(this.acquisition.isAgain() ? begin() : instrumented(), this::tell);
		return this.result;
	}

	private CompletionStage<LockHandle> begin() {
		try {
			StackProbe.checkForCall();
		}
		catch (StackOverflowError ex) {
			// whoever begins it in a stage waits for what was to be returned
			this.acquired.complete(null, ex);
			throw ex;
		}
		this.acquired.stage().whenComplete((handle, failure) -> goOn());
		goOn();
		return this.acquired.stage();
	}

	private CompletionStage<LockHandle> instrumented() {
		try {
			return Objects.requireNonNull(this.instrumentation.acquireAsync(this.request.call(), this::begin),
					() -> Instrumentations.returnedNull(this.instrumentation));
		}
		catch (Throwable ex) {
			if (!this.acquired.cancel()) {
				giveUp();
			}
			throw ex;
		}
	}

	/**
	 * Each call counts, and the first one does the work for those that come meanwhile.
	 */
	private void goOn() {
		if (!StackProbe.lastsForCall()) {
			goOnElsewhere();
		}
		else if (this.calls.getAndIncrement() == 0) {
			do {
				FailureIsolation.run("Acquiring a lock asynchronously", this::step);
			}
			while (this.calls.decrementAndGet() > 0);
		}
	}

	private void goOnElsewhere() {
		try {
			this.timer.schedule(this::goOn, 0);
		}
		catch (StackOverflowError | RejectedExecutionException ex) {
			// it goes on when it is served, or when its time is over
		}
	}

	private void step() {
		if (this.ended) {
			return;
		}
		if (this.acquired.stage().isDone()) {
			end();
			giveUp();
			this.acquired.cancel();
		}
		else if (this.acquisition.advance()) {
			watch();
		}
		else {
			end();
			this.completions.run(this::complete);
		}
	}

	private void end() {
		this.ended = true;
		cancelTimeout();
	}

	private void watch() {
		CompletableFuture<?> awaited = this.acquisition.awaited();
		cancelTimeout();
		if (this.acquisition.until() != Long.MAX_VALUE) {
			try {
				this.timeout = this.timer.schedule(this::goOn, this.acquisition.until() - this.platform.nanoTime());
			}
			catch (RejectedExecutionException ex) {
				this.acquisition.fail(new LockUnavailableException(this.request.lock(), Duration.ZERO, ex));
				goOn();
				return;
			}
		}
		if (this.watched != awaited) {
			this.watched = awaited;
			awaited.whenComplete((done, thrown) -> goOn());
		}
	}

	private void cancelTimeout() {
		if (this.timeout != null) {
			this.timeout.cancel(false);
			this.timeout = null;
		}
	}

	private void complete() {
		LockHandle handle = (this.acquisition.failure() == null) ? handle() : null;
		Throwable failure = this.acquisition.failure();
		if (!this.acquired.complete(handle, failure) && failure == null) {
			giveUp();
		}
	}

	private @Nullable LockHandle handle() {
		try {
			DefaultLockHandle made = this.handles.apply(this.acquisition.result());
			this.handle = made;
			return made;
		}
		catch (Throwable ex) {
			this.acquisition.fail(ex);
			return null;
		}
	}

	/** Nobody has the handle if the caller gave up or the instrumentation failed. */
	private void tell(@Nullable LockHandle handle, @Nullable Throwable failure) {
		if (failure != null) {
			this.result.completeExceptionally(failure);
		}
		boolean had = failure == null && this.result.complete(handle);
		if (!had && isAcquired()) {
			giveUp();
		}
	}

	private boolean isAcquired() {
		return this.acquired.stage().isDone() && !this.acquired.stage().isCompletedExceptionally();
	}

	private void giveUp() {
		DefaultLockHandle nobodys = this.handle;
		if (nobodys != null) {
			nobodys.disown();
		}
		this.acquisition.fail(new RejectedExecutionException("The caller has given up."));
	}

}
