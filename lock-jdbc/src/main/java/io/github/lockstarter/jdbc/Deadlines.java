package io.github.lockstarter.jdbc;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
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

	private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, (task) -> {
		Thread thread = new Thread(task, "lock-jdbc-timer");
		thread.setDaemon(true);
		return thread;
	});

	Deadlines(Duration time) {
		this.nanos = time.toNanos();
		this.timer.setKeepAliveTime(10, TimeUnit.SECONDS);
		this.timer.allowCoreThreadTimeOut(true);
	}

	/** Let a request fail with a {@link TimeoutException} when its time is over. */
	void add(CompletableFuture<?> request) {
		Deadline oldest = this.open.peek();
		while (oldest != null && oldest.request().isDone()) {
			this.open.remove(oldest);
			oldest = this.open.peek();
		}
		this.open.add(new Deadline(request, System.nanoTime() + this.nanos));
		schedule(this.nanos);
	}

	private void schedule(long delay) {
		if (this.scheduled.compareAndSet(false, true)) {
			this.timer.schedule(this::look, delay, TimeUnit.NANOSECONDS);
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
		if (oldest != null) {
			schedule(oldest.at() - now);
		}
	}

	/** How many are remembered. */
	int size() {
		return this.open.size();
	}

	private record Deadline(CompletableFuture<?> request, long at) {
	}

}
