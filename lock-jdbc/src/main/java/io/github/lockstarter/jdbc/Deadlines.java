package io.github.lockstarter.jdbc;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Lets requests fail that are not answered in time. All have the same time, so the oldest
 * is due first, and the timer does not wake for those that were answered. Thread-safe.
 */
final class Deadlines {

	private final long nanos;

	private final Queue<Deadline> open = new ConcurrentLinkedQueue<>();

	private final AtomicBoolean scheduled = new AtomicBoolean();

	private final ScheduledExecutorService timer;

	/** With a timer of one thread. */
	Deadlines(Duration time, ScheduledExecutorService timer) {
		this.nanos = time.toNanos();
		this.timer = timer;
	}

	/** Let a request fail with a {@link TimeoutException} when its time is over. */
	void add(CompletableFuture<?> request) {
		Deadline oldest = this.open.peek();
		while (oldest != null && oldest.request().isDone()) {
			this.open.remove(oldest);
			oldest = this.open.peek();
		}
		this.open.add(new Deadline(request, System.nanoTime() + this.nanos));
		schedule();
	}

	/** Look when the oldest is due, unless that is planned already. */
	private void schedule() {
		Deadline oldest = this.open.peek();
		if (oldest != null && this.scheduled.compareAndSet(false, true)) {
			try {
				this.timer.schedule(this::look, oldest.at() - System.nanoTime(), TimeUnit.NANOSECONDS);
			}
			catch (Throwable ex) {
				this.scheduled.set(false);
				throw ex;
			}
		}
	}

	private void look() {
		this.scheduled.set(false);
		long now = System.nanoTime();
		Deadline oldest = this.open.peek();
		while (oldest != null && oldest.at() - now <= 0) {
			this.open.remove(oldest);
			oldest.request().completeExceptionally(new TimeoutException());
			oldest = this.open.peek();
		}
		schedule();
	}

	/** Number of deadlines that are remembered. */
	int size() {
		return this.open.size();
	}

	private record Deadline(CompletableFuture<?> request, long at) {
	}

}
