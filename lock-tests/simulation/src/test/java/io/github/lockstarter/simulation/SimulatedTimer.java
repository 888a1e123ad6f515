package io.github.lockstarter.simulation;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;

import io.github.lockstarter.core.platform.Timer;

/**
 * A timer of a simulated machine. Wakes a little late, as timers do.
 */
final class SimulatedTimer implements Timer {

	private final SimulatedMachine machine;

	private final Set<FutureTask<?>> scheduled = new LinkedHashSet<>();

	private boolean shutDown;

	SimulatedTimer(SimulatedMachine machine) {
		this.machine = machine;
	}

	@Override
	public Future<?> schedule(Runnable task, long nanos) {
		if (this.shutDown) {
			throw new RejectedExecutionException("The timer was shut down.");
		}
		Scheduled entry = new Scheduled(task);
		this.scheduled.add(entry);
		SimulatedTime time = this.machine.time();
		long late = time.chance(0.02) ? time.between(0, 20 * SimulatedTime.MILLISECOND)
				: time.between(0, 100 * SimulatedTime.MICROSECOND);
		this.machine.after(Math.max(nanos, 0) + late, entry::ring);
		return entry;
	}

	@Override
	public int scheduled() {
		return this.scheduled.size();
	}

	@Override
	public void shutdown() {
		this.shutDown = true;
		this.scheduled.clear();
	}

	private final class Scheduled extends FutureTask<Boolean> {

		private final Runnable task;

		Scheduled(Runnable task) {
			super(() -> true);
			this.task = task;
		}

		void ring() {
			if (SimulatedTimer.this.scheduled.remove(this)) {
				this.task.run();
				set(true);
			}
		}

		@Override
		protected void done() {
			SimulatedTimer.this.scheduled.remove(this);
		}

	}

}
