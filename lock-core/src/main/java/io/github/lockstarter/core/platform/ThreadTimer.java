package io.github.lockstarter.core.platform;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.containment.FailureIsolation;
import io.github.lockstarter.containment.StackProbe;

/**
 * A timer on one daemon thread, which is started in advance: the system may grant none
 * when it is needed.
 */
final class ThreadTimer implements Timer {

	private final ScheduledThreadPoolExecutor executor;

	ThreadTimer(String name) {
		this.executor = new ScheduledThreadPoolExecutor(1, (task) -> SystemPlatform.daemon(task, name));
		this.executor.setRemoveOnCancelPolicy(true);
		this.executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
		this.executor.prestartCoreThread();
	}

	@Override
	public Future<?> schedule(Runnable task, long nanos) {
		StackProbe.checkToHandOver();
		return this.executor.schedule(() -> FailureIsolation.run("A timed task of the lock client", task), nanos,
				TimeUnit.NANOSECONDS);
	}

	@Override
	public int scheduled() {
		return this.executor.getQueue().size();
	}

	@Override
	public void shutdown() {
		this.executor.shutdown();
	}

}
