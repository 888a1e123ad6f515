package io.github.lockstarter.core.hold;

import java.util.concurrent.TimeUnit;

import io.github.lockstarter.core.platform.CoalescingTimer;
import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.Timer;

/**
 * Forgets lost locks whose handle was dropped. As long as there is a handle, its thread
 * is to hear of the loss when it enters again.
 */
public final class ForgottenHolds {

	private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

	private final Platform platform;

	private final ReentryMap threads;

	private final CoalescingTimer timer;

	/** Create it. */
	public ForgottenHolds(Platform platform, Timer timer, ReentryMap threads) {
		this.platform = platform;
		this.threads = threads;
		this.timer = new CoalescingTimer(platform, timer, this::look);
	}

	/** A lock was lost, which somebody may still close. */
	public void lost(Hold hold) {
		if (hold.ownership().isForgotten()) {
			this.threads.remove(hold);
		}
		else {
			this.timer.wake(this.platform.nanoTime() + PAUSE_NANOS);
		}
	}

	private long look() {
		this.threads.forget();
		return this.threads.hasLost() ? PAUSE_NANOS : Long.MAX_VALUE;
	}

	/** Its timer. */
	public CoalescingTimer timer() {
		return this.timer;
	}

}
