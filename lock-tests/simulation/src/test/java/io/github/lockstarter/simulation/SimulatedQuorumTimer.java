package io.github.lockstarter.simulation;

import java.util.concurrent.Future;

import io.github.lockstarter.store.quorum.QuorumTimer;

/**
 * The time of a quorum of stores, as a client on a simulated machine has it.
 */
final class SimulatedQuorumTimer implements QuorumTimer {

	private final SimulatedMachine machine;

	private final SimulatedTimer timer;

	SimulatedQuorumTimer(SimulatedMachine machine) {
		this.machine = machine;
		this.timer = new SimulatedTimer(machine);
	}

	@Override
	public long nanoTime() {
		return this.machine.nanoTime();
	}

	@Override
	public Runnable schedule(Runnable task, long nanos) {
		Future<?> scheduled = this.timer.schedule(task, nanos);
		return () -> scheduled.cancel(false);
	}

}
