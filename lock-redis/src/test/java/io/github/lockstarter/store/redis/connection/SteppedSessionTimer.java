package io.github.lockstarter.store.redis.connection;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * Timer whose time goes on only when a test lets it, and whose tasks run on the thread of
 * the test. Others may plan tasks at any time.
 */
public final class SteppedSessionTimer {

	private final PriorityQueue<Planned> planned = new PriorityQueue<>(
			Comparator.comparingLong(Planned::at).thenComparingLong(Planned::number));

	private final SessionTimer timer = new SessionTimer(new Steps());

	private long now;

	private long numbers;

	/** The timer, for whatever plans tasks. */
	public SessionTimer timer() {
		return this.timer;
	}

	/** Let so much time pass, and run what is due by then. */
	public void pass(Duration time) {
		long until = until(time.toNanos());
		for (Planned next = next(until); next != null; next = next(until)) {
			next.task().run();
		}
	}

	private synchronized long until(long nanos) {
		return this.now + nanos;
	}

	private synchronized @Nullable Planned next(long until) {
		Planned next = this.planned.peek();
		if (next == null || next.at() > until) {
			this.now = until;
			return null;
		}
		this.now = Math.max(this.now, next.at());
		return this.planned.remove();
	}

	private synchronized void plan(Runnable task, long nanos) {
		this.planned.add(new Planned(task, this.now + nanos, this.numbers++));
	}

	private record Planned(Runnable task, long at, long number) {
	}

	/**
	 * Runs nothing by itself.
	 */
	private final class Steps extends ScheduledThreadPoolExecutor {

		Steps() {
			super(1);
		}

		@Override
		public boolean prestartCoreThread() {
			return false;
		}

		@Override
		public <V> @Nullable ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
			plan(new FutureTask<>(task), unit.toNanos(delay));
			return null;
		}

	}

}
