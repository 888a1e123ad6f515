package io.github.lockstarter.core;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.SystemPlatform;
import io.github.lockstarter.core.platform.TaskExecutor;
import io.github.lockstarter.core.platform.Timer;
import io.github.lockstarter.testing.StallProofTime;

/**
 * The machine as it is, but that its time stands still while the JVM does, and for what a
 * test makes up. Not for clients of a Redis server, whose time goes on.
 */
public class StallProofPlatform implements Platform {

	private final Platform real = new SystemPlatform();

	private final long startedAt = StallProofTime.nanoTime();

	private final long startedAtMillis = System.currentTimeMillis();

	@Override
	public long nanoTime() {
		return StallProofTime.nanoTime();
	}

	@Override
	public long currentTimeMillis() {
		return this.startedAtMillis + StallProofTime.since(this.startedAt).toMillis();
	}

	@Override
	public Thread currentThread() {
		return this.real.currentThread();
	}

	@Override
	public double random() {
		return this.real.random();
	}

	@Override
	public String randomId() {
		return this.real.randomId();
	}

	@Override
	public Timer timer(String name) {
		Timer timer = this.real.timer(name);
		return new Timer() {

			@Override
			public Future<?> schedule(Runnable task, long nanos) {
				return new Late(timer, task, nanos);
			}

			@Override
			public int scheduled() {
				return timer.scheduled();
			}

			@Override
			public void shutdown() {
				timer.shutdown();
			}

		};
	}

	/** How long it really takes until a time has passed. */
	protected long delay(long nanos) {
		return nanos;
	}

	@Override
	public TaskExecutor executor(String name, int mostThreads, int mostWaiting) {
		return this.real.executor(name, mostThreads, mostWaiting);
	}

	@Override
	public void awaitUninterruptibly(CompletableFuture<?> future, long nanos) {
		SystemPlatform.awaitUninterruptibly(this, future, nanos);
	}

	@Override
	public void await(CompletableFuture<?> future, long nanos) throws InterruptedException {
		if (nanos == Long.MAX_VALUE) {
			this.real.await(future, nanos);
			return;
		}
		long until = nanoTime() + nanos;
		long left = nanos;
		do {
			this.real.await(future, delay(left));
			left = until - nanoTime();
		}
		while (left > 0 && !future.isDone());
	}

	/**
	 * A task that is put off again if it comes too early.
	 */
	private final class Late extends CompletableFuture<Void> implements Runnable {

		private final Timer timer;

		private final Runnable task;

		private final long at;

		private volatile Future<?> scheduled;

		Late(Timer timer, Runnable task, long nanos) {
			this.timer = timer;
			this.task = task;
			this.at = nanoTime() + nanos;
			this.scheduled = timer.schedule(this, delay(nanos));
		}

		@Override
		public void run() {
			long left = this.at - nanoTime();
			if (left > 0) {
				this.scheduled = this.timer.schedule(this, delay(left));
				dropIfCancelled();
			}
			else if (complete(null)) {
				this.task.run();
			}
		}

		@Override
		public boolean cancel(boolean mayInterrupt) {
			boolean cancelled = super.cancel(mayInterrupt);
			dropIfCancelled();
			return cancelled;
		}

		private void dropIfCancelled() {
			if (isCancelled()) {
				this.scheduled.cancel(false);
			}
		}

	}

}
