package io.github.lockstarter.simulation;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockOption;
import io.github.lockstarter.LockOptions;
import io.github.lockstarter.LossPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Work under a lock that ends later than it is begun: well, by a failure, or since nobody
 * is interested in it any more.
 */
final class AsyncWork {

	private static final LossPolicy[] POLICIES = { LossPolicy.REPORT, LossPolicy.FAIL, LossPolicy.INTERRUPT };

	private final SimulatedCaller caller;

	private final SimulatedTime time;

	private final Wish wish;

	private final LossPolicy onLoss;

	private final Runnable then;

	private final CompletableFuture<String> work = new CompletableFuture<>();

	private @Nullable HeldLock held;

	AsyncWork(SimulatedCaller caller, Wish wish, Runnable then) {
		this.caller = caller;
		this.time = caller.time();
		this.wish = wish;
		this.onLoss = POLICIES[this.time.below(POLICIES.length)];
		this.then = then;
	}

	void begin() {
		Call asked = this.caller.checks().beginsWork(this.caller.client(), this.wish);
		this.caller.step("calls under", this.wish.keys().get(0), this.wish.keys().size());
		this.work.whenComplete((done, failure) -> this.caller.checked(this::leave));
		CompletableFuture<String> result = this.caller.client()
			.engine()
			.lock(this.wish.keys(), LockOptions.of(LockOption.ON_LOSS, this.onLoss).over(this.wish.options()))
			.<String>callAsync(() -> begun(asked))
			.toCompletableFuture();
		this.work.whenComplete((done, failure) -> this.caller.simulation()
			.promises()
			.made(this.caller.client(), "the end of callAsync", result));
		if (!this.caller.simulation().isCalm() && this.time.chance(0.2)) {
			this.caller.after(this.time.between(0, 2 * SimulatedTime.SECOND), () -> cancel(asked, result));
		}
		result.whenComplete((value, failure) -> this.caller.checked(() -> ended(asked, failure)));
	}

	private CompletionStage<String> begun(Call asked) {
		this.caller.checked(() -> this.held = this.caller.acquired(asked, LockContext.current()));
		switch (this.caller.simulation().isCalm() ? 9 : this.time.below(10)) {
			case 0 -> {
				this.work.completeExceptionally(new IllegalStateException("work that fails as it begins"));
				throw new IllegalStateException("thrown by simulated work");
			}
			case 1 -> this.work.complete("done");
			case 2 -> this.caller.after(this.wish.holdFor(),
					() -> this.work.completeExceptionally(new IllegalStateException("work that fails")));
			default -> this.caller.after(this.wish.holdFor(), () -> this.work.complete("done"));
		}
		return this.work;
	}

	/** The work has ended, and relies on its lock no more. */
	private void leave() {
		if (this.held != null) {
			this.caller.step("ends its work", this.wish.keys().get(0), 0);
			this.caller.checks().closes(this.held);
		}
	}

	private void cancel(Call asked, CompletableFuture<String> result) {
		if (result.cancel(false)) {
			this.caller.step("cancels its call", this.wish.keys().get(0), 0);
			this.caller.checks().ended(asked);
			if (this.held != null && !this.work.isDone()) {
				throw new Violation("the work of " + this.caller.name() + " goes on although its call was cancelled");
			}
			checkReleased();
			this.then.run();
		}
	}

	private void ended(Call asked, @Nullable Throwable failure) {
		if (failure instanceof CancellationException) {
			return;
		}
		if (this.held == null) {
			this.caller.step("is told", this.wish.keys().get(0), 0);
			this.caller.checks().refused(asked, (failure != null) ? failure : new IllegalStateException("no failure"));
		}
		else {
			this.caller.step("has its answer", this.wish.keys().get(0), (failure != null) ? 1 : 0);
			checkReleased();
			checkTold(this.held, failure);
		}
		this.caller.after(0, this.then);
	}

	private void checkReleased() {
		if (this.held != null && this.held.handle().isValid()) {
			throw new Violation("the lock of " + this.caller.name() + " is held although its call has ended");
		}
	}

	/** Nobody is told that all went well under a lock that was lost, but who wants it. */
	private void checkTold(HeldLock own, @Nullable Throwable failure) {
		boolean lost = own.handle().isLost() && this.onLoss != LossPolicy.REPORT;
		if (lost && failure == null) {
			throw new Violation("the call of " + this.caller.name() + " has succeeded although its lock was lost");
		}
		if (!own.handle().isLost() && failure instanceof LockLostException) {
			throw new Violation("the call of " + this.caller.name() + " has failed by a loss that there was not",
					failure);
		}
	}

}
