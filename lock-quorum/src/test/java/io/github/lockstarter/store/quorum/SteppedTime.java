package io.github.lockstarter.store.quorum;

import java.time.Duration;
import java.util.PriorityQueue;

/**
 * Time that goes on only when a test lets it, with all that is planned for it. Used by
 * one thread.
 */
final class SteppedTime implements QuorumTimer {

	private final PriorityQueue<Event> events = new PriorityQueue<>();

	private long now;

	private long planned;

	@Override
	public long nanoTime() {
		return this.now;
	}

	@Override
	public Runnable schedule(Runnable task, long nanos) {
		Event event = new Event(this.now + nanos, this.planned++, task);
		this.events.add(event);
		return () -> event.cancelled = true;
	}

	/** Let time go on, and what is planned happen. */
	void pass(Duration time) {
		long until = this.now + time.toNanos();
		while (!this.events.isEmpty() && this.events.peek().at <= until) {
			Event next = this.events.remove();
			if (!next.cancelled) {
				this.now = next.at;
				next.task.run();
			}
		}
		this.now = until;
	}

	private static final class Event implements Comparable<Event> {

		private final long at;

		private final long number;

		private final Runnable task;

		private boolean cancelled;

		Event(long at, long number, Runnable task) {
			this.at = at;
			this.number = number;
			this.task = task;
		}

		@Override
		public int compareTo(Event other) {
			int byTime = Long.compare(this.at, other.at);
			return (byTime != 0) ? byTime : Long.compare(this.number, other.number);
		}

	}

}
