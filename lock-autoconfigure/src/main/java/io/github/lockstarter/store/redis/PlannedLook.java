package io.github.lockstarter.store.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A look that is taken after a pause. One is planned at a time: whoever wants another
 * meanwhile is served by that one.
 */
final class PlannedLook {

	private final Runnable look;

	private final AtomicBoolean planned = new AtomicBoolean();

	PlannedLook(Runnable look) {
		this.look = look;
	}

	void in(long nanos) {
		if (!this.planned.get() && this.planned.compareAndSet(false, true)) {
			CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS, Runnable::run).execute(this::take);
		}
	}

	/** What is wanted from now on takes another look, since this one may miss it. */
	private void take() {
		this.planned.set(false);
		this.look.run();
	}

}
