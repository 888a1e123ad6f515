package io.github.lockstarter.simulation;

import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.TaskExecutor;
import io.github.lockstarter.core.platform.Timer;

/**
 * A simulated machine as the engine sees it.
 */
final class SimulatedPlatform implements Platform {

	private final SimulatedMachine machine;

	private final SimulatedThreads threads;

	SimulatedPlatform(SimulatedMachine machine, SimulatedThreads threads) {
		this.machine = machine;
		this.threads = threads;
	}

	@Override
	public long nanoTime() {
		return this.machine.nanoTime();
	}

	@Override
	public long currentTimeMillis() {
		return this.machine.currentTimeMillis();
	}

	@Override
	public Thread currentThread() {
		return this.machine.currentThread();
	}

	@Override
	public double random() {
		return this.machine.time().fraction();
	}

	@Override
	public String randomId() {
		return (this.machine.name() + "----------------").substring(0, 16);
	}

	@Override
	public Timer timer(String name) {
		return new SimulatedTimer(this.machine);
	}

	@Override
	public TaskExecutor executor(String name, int mostThreads, int mostWaiting) {
		return new SimulatedExecutor(this.machine, this.threads, mostThreads, mostWaiting);
	}

	/** Nothing blocks here: all that is done for the caller goes on without it. */
	@Override
	public void await(CompletableFuture<?> future, long nanos) {
	}

	@Override
	public void awaitUninterruptibly(CompletableFuture<?> future, long nanos) {
	}

}
