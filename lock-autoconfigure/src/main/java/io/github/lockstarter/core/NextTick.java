package io.github.lockstarter.core;

import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;

/**
 * What happens next to a hold in time: one thing, or nothing any more. Thread-safe.
 */
final class NextTick {

	private @Nullable Future<?> scheduled;

	private boolean stopped;

	/**
	 * Replace what was to happen.
	 */
	synchronized void replace(Future<?> tick) {
		if (this.stopped) {
			tick.cancel(false);
			return;
		}
		cancel();
		this.scheduled = tick;
	}

	synchronized void stop() {
		this.stopped = true;
		cancel();
	}

	private void cancel() {
		if (this.scheduled != null) {
			this.scheduled.cancel(false);
			this.scheduled = null;
		}
	}

}
