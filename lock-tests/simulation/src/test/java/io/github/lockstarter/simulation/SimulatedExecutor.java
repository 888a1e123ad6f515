package io.github.lockstarter.simulation;

import java.util.concurrent.RejectedExecutionException;

import io.github.lockstarter.core.platform.TaskExecutor;

/**
 * An executor of a simulated machine. With several threads, tasks may overtake each
 * other.
 */
final class SimulatedExecutor implements TaskExecutor {

	/** The longest that it takes to begin a task. */
	static final long LONGEST_NANOS = 200 * SimulatedTime.MICROSECOND;

	private final SimulatedMachine machine;

	private final SimulatedThreads threads;

	private final boolean ordered;

	private final int mostTasks;

	private int tasks;

	private long lastAt;

	private boolean shutDown;

	SimulatedExecutor(SimulatedMachine machine, SimulatedThreads threads, int mostThreads, int mostWaiting) {
		this.machine = machine;
		this.threads = threads;
		this.ordered = mostThreads == 1;
		this.mostTasks = (mostWaiting > Integer.MAX_VALUE - mostThreads) ? Integer.MAX_VALUE
				: mostThreads + mostWaiting;
	}

	@Override
	public void execute(Runnable task) {
		if (this.shutDown || this.tasks >= this.mostTasks) {
			throw new RejectedExecutionException("No thread takes the task.");
		}
		this.threads.start();
		this.tasks++;
		SimulatedTime time = this.machine.time();
		long at = time.now() + time.between(0, LONGEST_NANOS);
		if (this.ordered) {
			at = Math.max(at, this.lastAt);
		}
		this.lastAt = at;
		Thread thread = this.threads.next();
		time.after(at - time.now(), () -> this.machine.run(() -> {
			this.tasks--;
			this.machine.as(thread, task);
		}));
	}

	@Override
	public void shutdown() {
		this.shutDown = true;
	}

}
