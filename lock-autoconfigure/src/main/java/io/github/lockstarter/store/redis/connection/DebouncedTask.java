package io.github.lockstarter.store.redis.connection;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Task that runs after a pause. One run is planned at a time: whoever wants another
 * meanwhile is served by that one.
 */
public final class DebouncedTask {

	private final SessionTimer timer;

	private final Runnable task;

	private final AtomicBoolean planned = new AtomicBoolean();

	/**
	 * Plan no run yet.
	 * @param timer runs the task
	 * @param task may ask for the next run itself
	 */
	public DebouncedTask(SessionTimer timer, Runnable task) {
		this.timer = timer;
		this.task = task;
	}

	/**
	 * Run the task after a pause, unless a run is planned already.
	 */
	public void in(long nanos) {
		if (!this.planned.get() && this.planned.compareAndSet(false, true)) {
			this.timer.in(nanos, this::run);
		}
	}

	/** What is wanted from now on takes another run, since this one may miss it. */
	private void run() {
		this.planned.set(false);
		this.task.run();
	}

}
