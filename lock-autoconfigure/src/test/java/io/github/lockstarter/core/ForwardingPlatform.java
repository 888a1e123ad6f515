package io.github.lockstarter.core;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

import io.github.lockstarter.core.platform.Platform;
import io.github.lockstarter.core.platform.SystemPlatform;
import io.github.lockstarter.core.platform.TaskExecutor;
import io.github.lockstarter.core.platform.Timer;

/**
 * The machine as it is, but for what a test makes up.
 */
public abstract class ForwardingPlatform implements Platform {

	private final Platform real = new SystemPlatform();

	@Override
	public long nanoTime() {
		return this.real.nanoTime();
	}

	@Override
	public long currentTimeMillis() {
		return this.real.currentTimeMillis();
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
				return timer.schedule(task, delay(nanos));
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

	/** What a timer waits that is to wait for so long. */
	protected long delay(long nanos) {
		return nanos;
	}

	@Override
	public TaskExecutor executor(String name, int mostThreads, int mostWaiting) {
		return this.real.executor(name, mostThreads, mostWaiting);
	}

	@Override
	public void await(CompletableFuture<?> future, long nanos) throws InterruptedException {
		this.real.await(future, nanos);
	}

}
