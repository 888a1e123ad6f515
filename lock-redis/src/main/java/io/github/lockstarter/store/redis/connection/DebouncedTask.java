package io.github.lockstarter.store.redis.connection;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Task that runs after a pause. One run is planned at a time: it also serves all requests
 * that come meanwhile.
 */
public final class DebouncedTask {

	private final SessionTimer timer;

	private final Runnable task;

	private final AtomicBoolean planned = new AtomicBoolean();

	/**
	 * Create the task without a planned run.
	 * @param timer runs the task
	 * @param task may request the next run itself
	 */
	public DebouncedTask(SessionTimer timer, Runnable task) {
		this.timer = timer;
		this.task = task;
	}

	/**
	 * Run the task after a pause, unless a run is already planned.
	 */
	public void in(long nanos) {
		if (!this.planned.get() && this.planned.compareAndSet(false, true)) {
			try {
				this.timer.in(nanos, this::run);
			}
			catch (RuntimeException | Error ex) {
				this.planned.set(false);
				throw ex;
			}
		}
	}

	/** Requests from now on need another run, since this one may miss them. */
	private void run() {
		this.planned.set(false);
		this.task.run();
	}

}
