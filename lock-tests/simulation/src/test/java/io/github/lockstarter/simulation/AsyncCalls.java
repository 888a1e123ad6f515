package io.github.lockstarter.simulation;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.lockstarter.LockClient.LockSpec;
import io.github.lockstarter.LockHandle;
import org.jspecify.annotations.Nullable;

/**
 * The calls of somebody who waits for nothing, and may lose interest.
 */
final class AsyncCalls {

	private final SimulatedCaller caller;

	private final SimulatedTime time;

	private final Checks checks;

	AsyncCalls(SimulatedCaller caller) {
		this.caller = caller;
		this.time = caller.time();
		this.checks = caller.checks();
	}

	void acquire(Wish wish, Runnable then) {
		LockSpec spec = this.caller.client().engine().lock(wish.keys(), wish.options());
		ask(wish, then, () -> spec.acquireAsync().toCompletableFuture(), Optional::of);
	}

	/** A refusal is told as nothing, and whoever gives up may do that by an answer. */
	void tryAcquire(Wish wish, Runnable then) {
		LockSpec spec = this.caller.client().engine().lock(wish.keys(), wish.options());
		ask(wish, then,
				() -> (wish.waitTime().isZero() ? spec.tryAcquireAsync() : spec.tryAcquireAsync(wish.waitTime()))
					.toCompletableFuture(),
				Function.identity());
	}

	/** Ask for each lock by a call of its own, and go on when all have ended. */
	void acquireEach(Wish wish, Runnable then) {
		int[] open = { wish.keys().size() };
		for (String key : wish.keys()) {
			Wish one = new Wish(List.of(key), wish.options(), wish.holdFor(), wish.certain());
			acquire(one, () -> {
				if (--open[0] == 0) {
					then.run();
				}
			});
		}
	}

	private <T> void ask(Wish wish, Runnable then, Supplier<CompletableFuture<T>> how,
			Function<T, Optional<LockHandle>> handle) {
		Call call = this.checks.beginsAsync(this.caller.client(), wish);
		this.caller.step("asks for", wish.keys().get(0), wish.keys().size());
		CompletableFuture<T> asked = how.get();
		if (!this.caller.simulation().isCalm() && this.time.chance(0.15)) {
			this.caller.after(this.time.between(0, 2 * SimulatedTime.SECOND), () -> cancel(call, asked, then));
		}
		asked.whenComplete((answer, failure) -> this.caller.checked(() -> {
			if (failure == null) {
				answered(call, handle.apply(answer).orElse(null), then);
			}
			else if (!(failure instanceof CancellationException)) {
				refused(call, failure, then);
			}
		}));
	}

	private void cancel(Call call, CompletableFuture<?> asked, Runnable then) {
		if (asked.cancel(false)) {
			this.caller.step("cancels", call.wish().keys().get(0), 0);
			this.checks.ended(call);
			then.run();
		}
	}

	private void answered(Call call, @Nullable LockHandle handle, Runnable then) {
		if (handle == null) {
			refused(call, new IllegalStateException("nothing was acquired"), then);
			return;
		}
		HeldLock held = this.caller.acquired(call, handle);
		boolean waiting = this.time.chance(0.5);
		this.caller.after(call.wish().holdFor(), () -> {
			if (waiting) {
				this.caller.close(held);
			}
			else {
				this.caller.closeAsync(held);
			}
			then.run();
		});
	}

	private void refused(Call call, Throwable failure, Runnable then) {
		this.caller.step("is told", call.wish().keys().get(0), 0);
		this.checks.refused(call, failure);
		this.caller.after(0, then);
	}

}
