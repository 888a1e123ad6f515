package io.github.lockstarter.core.platform;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.github.lockstarter.core.StallProofPlatform;
import org.jspecify.annotations.Nullable;

/**
 * The machine as it is, but that its time goes on only when the test lets it, and its
 * timers run on the thread of the test. Thread-safe: a thread that waits for less than
 * for ever looks again and again whether the time has come.
 */
public final class SteppedPlatform extends StallProofPlatform {

	private final PriorityQueue<Scheduled> scheduled = new PriorityQueue<>(
			Comparator.comparingLong(Scheduled::at).thenComparingLong(Scheduled::number));

	private final AtomicLong looks = new AtomicLong();

	private long nanos;

	private long numbers;

	@Override
	public synchronized long nanoTime() {
		return this.nanos;
	}

	@Override
	public long currentTimeMillis() {
		return TimeUnit.NANOSECONDS.toMillis(nanoTime());
	}

	/** Let so much time pass, and run what is due by then. */
	public void pass(Duration time) {
		long until = nanoTime() + time.toNanos();
		for (Scheduled next = next(until); next != null; next = next(until)) {
			next.task().run();
		}
	}

	/** Let the machine have stood still for a time: what is due by then is late. */
	public synchronized void leap(Duration time) {
		this.nanos += time.toNanos();
	}

	/** How often threads that wait have looked whether the time has come. */
	public long looks() {
		return this.looks.get();
	}

	private synchronized @Nullable Scheduled next(long until) {
		Scheduled next = this.scheduled.peek();
		if (next == null || next.at() > until) {
			this.nanos = until;
			return null;
		}
		this.nanos = Math.max(this.nanos, next.at());
		return this.scheduled.remove();
	}

	/** Looks each millisecond, however far off the end is. */
	@Override
	protected long delay(long nanos) {
		this.looks.incrementAndGet();
		return TimeUnit.MILLISECONDS.toNanos(1);
	}

	@Override
	public Timer timer(String name) {
		return new SteppedTimer();
	}

	private record Scheduled(SteppedTimer timer, FutureTask<?> task, long at, long number) {
	}

	private final class SteppedTimer implements Timer {

		@Override
		public Future<?> schedule(Runnable task, long nanos) {
			FutureTask<?> future = new FutureTask<>(task, null);
			synchronized (SteppedPlatform.this) {
				SteppedPlatform.this.scheduled.add(new Scheduled(this, future, SteppedPlatform.this.nanos + nanos,
						SteppedPlatform.this.numbers++));
			}
			return future;
		}

		@Override
		public int scheduled() {
			synchronized (SteppedPlatform.this) {
				return (int) SteppedPlatform.this.scheduled.stream()
					.filter((each) -> each.timer() == this && !each.task().isCancelled())
					.count();
			}
		}

		@Override
		public void shutdown() {
			synchronized (SteppedPlatform.this) {
				SteppedPlatform.this.scheduled.removeIf((each) -> each.timer() == this);
			}
		}

	}

}
