package io.github.lockstarter.simulation;

import java.util.function.Consumer;

import io.github.lockstarter.LockException;
import io.github.lockstarter.LockHandle;
import io.github.lockstarter.core.EngineDriver.Attempt;

/**
 * The calls of a thread that waits until it is served, which may be interrupted.
 */
final class BlockingCalls {

	private final SimulatedCaller caller;

	private final SimulatedTime time;

	private final Checks checks;

	/**
	 * Counts what the thread waits for, so that it is not woken by what it no longer
	 * does.
	 */
	private int waits;

	BlockingCalls(SimulatedCaller caller) {
		this.caller = caller;
		this.time = caller.time();
		this.checks = caller.checks();
	}

	void acquire(Wish wish, Consumer<HeldLock> then, Runnable otherwise) {
		Call call = this.checks.begins(this.caller.client(), wish);
		this.caller.step("waits for", wish.keys().get(0), wish.keys().size());
		Attempt attempt = this.caller.client().engine().acquire(wish.keys(), wish.options());
		if (!this.caller.simulation().isCalm() && this.time.chance(0.05)) {
			interruptLater(attempt, call, otherwise);
		}
		advance(attempt, call, (handle) -> then.accept(this.caller.acquired(call, handle)), otherwise);
	}

	/** Ask once more for what the thread holds. */
	void acquireAgain(Wish wish, Consumer<HeldLock> then, Runnable otherwise) {
		Call call = this.checks.entersAgain(this.caller.client(), wish);
		this.caller.step("enters again", wish.keys().get(0), 0);
		Attempt attempt = this.caller.client().engine().acquire(wish.keys(), wish.options());
		advance(attempt, call, (handle) -> then.accept(this.caller.acquired(call, handle)), otherwise);
	}

	/** Take what is free by its view as a JDK lock. */
	void tryLock(Wish wish, Consumer<HeldLock> then, Runnable otherwise) {
		Call call = this.checks.begins(this.caller.client(), wish);
		this.caller.step("tries to lock", wish.keys().get(0), wish.keys().size());
		Attempt attempt = this.caller.client().engine().tryLock(wish.keys(), wish.options());
		advance(attempt, call, (handle) -> then.accept(this.caller.acquired(call, handle)), otherwise);
	}

	private void interruptLater(Attempt attempt, Call call, Runnable otherwise) {
		int waitsFor = this.waits + 1;
		this.caller.after(this.time.between(0, 2 * SimulatedTime.SECOND), () -> {
			if (this.waits >= waitsFor && this.checks.isOpen(call)) {
				this.waits++;
				this.caller.step("is interrupted", "", 0);
				attempt.interrupt();
				refused(attempt, call, otherwise);
			}
		});
	}

	private void advance(Attempt attempt, Call call, Consumer<LockHandle> then, Runnable otherwise) {
		int wait = ++this.waits;
		if (attempt.advance()) {
			Runnable wake = () -> {
				if (this.waits == wait) {
					advance(attempt, call, then, otherwise);
				}
			};
			SimulatedMachine machine = this.caller.client().machine();
			attempt.awaited()
				.whenComplete((result, failure) -> this.time.after(this.time.between(0, 50 * SimulatedTime.MICROSECOND),
						() -> machine.run(() -> this.caller.asItself(wake))));
			if (attempt.until() != Long.MAX_VALUE) {
				this.caller.after(attempt.until() - machine.nanoTime(), wake);
			}
		}
		else if (attempt.isRefused()) {
			refused(attempt, call, otherwise);
		}
		else {
			then.accept(attempt.result());
		}
	}

	private void refused(Attempt attempt, Call call, Runnable otherwise) {
		try {
			attempt.result();
			throw new Violation(this.caller.name() + " was given a lock and an exception.");
		}
		catch (LockException | NoThreadError ex) {
			this.caller.step("is told " + ex.getClass().getSimpleName(), "", 0);
			this.checks.refused(call, ex);
		}
		otherwise.run();
	}

}
