package io.github.lockstarter.core.platform;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.core.StallProofPlatform;

/**
 * The machine as it is, but that its time goes on only when the test lets it, and its
 * timers run on the thread of the test.
 */
public final class SteppedPlatform extends StallProofPlatform {

	private final PriorityQueue<Scheduled> scheduled = new PriorityQueue<>(Comparator.comparingLong(Scheduled::at));

	private long nanos;

	@Override
	public long nanoTime() {
		return this.nanos;
	}

	@Override
	public long currentTimeMillis() {
		return TimeUnit.NANOSECONDS.toMillis(this.nanos);
	}

	/** Let so much time pass, and run what is due by then. */
	public void pass(Duration time) {
		long until = this.nanos + time.toNanos();
		Scheduled next = this.scheduled.peek();
		while (next != null && next.at() <= until) {
			this.scheduled.remove();
			this.nanos = Math.max(this.nanos, next.at());
			next.task().run();
			next = this.scheduled.peek();
		}
		this.nanos = until;
	}

	@Override
	public Timer timer(String name) {
		return new Timer() {

			@Override
			public Future<?> schedule(Runnable task, long nanos) {
				FutureTask<?> future = new FutureTask<>(task, null);
				SteppedPlatform.this.scheduled.add(new Scheduled(future, nanoTime() + nanos));
				return future;
			}

			@Override
			public int scheduled() {
				return SteppedPlatform.this.scheduled.size();
			}

			@Override
			public void shutdown() {
				SteppedPlatform.this.scheduled.clear();
			}

		};
	}

	private record Scheduled(FutureTask<?> task, long at) {
	}

}
