package io.github.lockstarter.core.platform;

import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.containment.StackProbe;

/**
 * An executor that gives a task to an idle thread if there is one, else to a new one, and
 * lets it wait only when there are as many as there may be.
 */
final class ThreadExecutor implements TaskExecutor {

	private static final long IDLE_SECONDS = 1;

	private final ThreadPoolExecutor threads;

	ThreadExecutor(String name, int mostThreads, int mostWaiting) {
		Waiting waiting = new Waiting();
		this.threads = new ThreadPoolExecutor(0, mostThreads, IDLE_SECONDS, TimeUnit.SECONDS, waiting,
				(task) -> SystemPlatform.daemon(task, name), (task, pool) -> {
					if (pool.isShutdown() || (mostWaiting < Integer.MAX_VALUE && waiting.size() >= mostWaiting)) {
						throw new RejectedExecutionException("The executor '" + name + "' takes no more tasks.");
					}
					waiting.put(task);
				});
	}

	@Override
	public void execute(Runnable task) {
		StackProbe.checkToHandOver();
		this.threads.execute(task);
	}

	@Override
	public void shutdown() {
		this.threads.shutdown();
	}

	/** Takes a task by itself only if a thread is idle, so that the pool grows else. */
	private static final class Waiting extends LinkedTransferQueue<Runnable> {

		private static final long serialVersionUID = 1L;

		@Override
		public boolean offer(Runnable task) {
			return tryTransfer(task);
		}

		@Override
		public void put(Runnable task) {
			super.offer(task);
		}

	}

}
