package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.BackOff;
import io.github.lockstarter.LockOutcome;
import io.github.lockstarter.containment.FailureIsolation;
import io.github.lockstarter.core.hold.Hold;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.queue.LockQueues;
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

	private final LockQueues queues;

	/** Stands for the call in the queue; refused when the client ends. */
	private final Waiter poller;

	private final BackOff backOff;

	/** {@code null} during a pause. */
	private @Nullable QueueWait attempt;

	/** Number of attempts that the store has answered. */
	private int attempts;

	/** Answer to the last attempt. */
	private Refusal refusal = Refusal.contended();

	private long pauseUntil;

	/**
	 * Done when the poller is. A new one for each pause, since nobody could stop watching
	 * the poller when the pause is over.
	 */
	private volatile CompletableFuture<?> pause = new CompletableFuture<>();

	/** Whether no attempt follows the pause. */
	private boolean last;

	PollingWait(Platform platform, LockQueues queues, Waiter poller, BackOff backOff) {
		this.platform = platform;
		this.queues = queues;
		this.poller = poller;
		this.backOff = backOff;
	}

	@Override
	public void begin() {
		this.poller.whenComplete((hold, refusal) -> this.pause.complete(null));
		this.queues.joinAsPoller(this.poller);
		if (!this.poller.isDone()) {
			ask();
		}
	}

	private QueueWait ask() {
		QueueWait next = new QueueWait(this.platform, this.queues,
				new Waiter(this.platform, this.poller.request(), this.poller.key(),
						this.poller.limits().attempt(this.platform), this.poller.isBlocking(), this.poller.isNested()));
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
		long end = this.poller.limits().until();
		this.last = end - next <= 0;
		this.pauseUntil = this.last ? end : next;
		this.pause = new CompletableFuture<>();
		if (this.poller.isDone()) {
			this.pause.complete(null);
		}
	}

	private boolean isPauseOver() throws Refusal {
		this.poller.checkNotRefused();
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
		FailureIsolation.run("Giving up a lock", () -> this.queues.leave(this.poller));
	}

}
