package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * When a gate asks the store the next time by itself: once, or not at all. Guarded by the
 * gate's mutex.
 */
final class NextAsk {

	private final Gate gate;

	private final ScheduledExecutorService timer;

	private @Nullable Future<?> scheduled;

	NextAsk(Gate gate, ScheduledExecutorService timer) {
		this.gate = gate;
		this.timer = timer;
	}

	/**
	 * Ask after a pause, and not when it was planned before.
	 */
	void in(Duration pause) {
		cancel();
		try {
			this.scheduled = this.timer.schedule(this.gate::recheck, pause.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (RejectedExecutionException ex) {
			this.gate.drain();
		}
	}

	void cancel() {
		if (this.scheduled != null) {
			this.scheduled.cancel(false);
			this.scheduled = null;
		}
	}

}
