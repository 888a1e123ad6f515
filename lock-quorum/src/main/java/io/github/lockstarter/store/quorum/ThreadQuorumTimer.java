package io.github.lockstarter.store.quorum;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.containment.FailureIsolation;

/**
 * Timer with the clock of this JVM and a daemon thread that ends when it is idle.
 */
final class ThreadQuorumTimer implements QuorumTimer {

	private final ScheduledThreadPoolExecutor executor;

	ThreadQuorumTimer() {
		this.executor = new ScheduledThreadPoolExecutor(1, (task) -> {
			Thread thread = new Thread(task, "lock-quorum");
			thread.setDaemon(true);
			return thread;
		});
		this.executor.setRemoveOnCancelPolicy(true);
		this.executor.setKeepAliveTime(1, TimeUnit.SECONDS);
		this.executor.allowCoreThreadTimeOut(true);
	}

	@Override
	public long nanoTime() {
		return System.nanoTime();
	}

	@Override
	public Runnable schedule(Runnable task, long nanos) {
		Future<?> scheduled = this.executor.schedule(
				() -> FailureIsolation.run("A task of the quorum of lock stores", task), nanos, TimeUnit.NANOSECONDS);
		return () -> scheduled.cancel(false);
	}

}
