package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.BackOff;
import io.github.lockstarter.LockOutcome;
import io.github.lockstarter.containment.Contained;
import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.queue.Gates;
import io.github.lockstarter.core.queue.Refusal;
import io.github.lockstarter.core.queue.Waiter;
import io.github.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Waits for a lock by asking for it again and again, with the pauses of a
 * {@link BackOff}, and has no place in the queue during these.
 */
final class PollingWait implements LockWait {

	private final Platform platform;

	private final Gates gates;

	/** Stands for the call at the gate; refused when the client ends. */
	private final Waiter visitor;

	private final BackOff backOff;

	/** {@code null} during a pause. */
	private @Nullable QueueWait attempt;

	/** How many attempts the store has answered. */
	private int attempts;

	/** What the last attempt was told. */
	private Refusal refusal = Refusal.contended();

	private long pauseUntil;

	/**
	 * Done when the visitor is. A new one for each pause, since nobody could stop
	 * watching the visitor when the pause is over.
	 */
	private volatile CompletableFuture<?> pause = new CompletableFuture<>();

	/** Whether no attempt follows the pause. */
	private boolean last;

	PollingWait(Platform platform, Gates gates, Waiter visitor, BackOff backOff) {
		this.platform = platform;
		this.gates = gates;
		this.visitor = visitor;
		this.backOff = backOff;
	}

	@Override
	public void begin() {
		this.visitor.whenComplete((hold, refusal) -> this.pause.complete(null));
		this.gates.visit(this.visitor);
		if (!this.visitor.isDone()) {
			ask();
		}
	}

	private QueueWait ask() {
		QueueWait next = new QueueWait(this.platform, this.gates,
				new Waiter(this.platform, this.visitor.request(), this.visitor.key(),
						this.visitor.limits().attempt(this.platform), this.visitor.isBlocking(),
						this.visitor.isNested()));
		this.attempt = next;
		next.begin();
		return next;
	}

	@Override
	public @Nullable Hold goOn() throws Refusal {
		while (this.attempt != null || isPauseOver()) {
			QueueWait asking = (this.attempt != null) ? this.attempt : ask();
			try {
				Hold hold = asking.goOn();
				if (hold != null) {
					depart();
				}
				return hold;
			}
			catch (Refusal told) {
				this.attempt = null;
				refused(told);
			}
		}
		return null;
	}

	private void refused(Refusal told) throws Refusal {
		this.refusal = told;
		boolean unavailable = told.outcome() == LockOutcome.UNAVAILABLE;
		this.attempts += unavailable ? 0 : 1;
		if (unavailable && told.getCause() instanceof StoreException cause && !cause.isPassing()) {
			throw told;
		}
		if (this.attempts >= this.backOff.maxAttempts()) {
			throw Refusal.exhausted(this.attempts);
		}
		pause();
	}

	private void pause() {
		Duration pause = this.backOff.pause(Math.max(this.attempts, 1), this.platform.random());
		long next = this.platform.nanoTime() + pause.toNanos();
		long end = this.visitor.limits().until();
		this.last = end - next <= 0;
		this.pauseUntil = this.last ? end : next;
		this.pause = new CompletableFuture<>();
		if (this.visitor.isDone()) {
			this.pause.complete(null);
		}
	}

	private boolean isPauseOver() throws Refusal {
		this.visitor.checkNotRefused();
		boolean over = this.pauseUntil - this.platform.nanoTime() <= 0;
		if (over && this.last) {
			throw this.refusal;
		}
		return over;
	}

	@Override
	public CompletableFuture<?> awaited() {
		return (this.attempt != null) ? this.attempt.awaited() : this.pause;
	}

	@Override
	public long until() {
		return (this.attempt != null) ? this.attempt.until() : this.pauseUntil;
	}

	@Override
	public void leave() {
		if (this.attempt != null) {
			this.attempt.leave();
		}
		depart();
	}

	private void depart() {
		Contained.run("Giving up a lock", () -> this.gates.leave(this.visitor));
	}

}
