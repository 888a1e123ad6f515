package io.github.lockstarter.simulation;

import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * True time, and the events that are still to come: the earliest first, and of two at the
 * same time the one that was planned first. All chance comes from the seed.
 */
final class SimulatedTime {

	static final long MICROSECOND = TimeUnit.MICROSECONDS.toNanos(1);

	static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);

	static final long SECOND = TimeUnit.SECONDS.toNanos(1);

	/** So many events in a millisecond are no work any more. */
	private static final int MOST_STEPS = 20_000;

	private final PriorityQueue<Event> events = new PriorityQueue<>();

	private final SplittableRandom random;

	private long now;

	private long planned;

	private long steps;

	private long busySince;

	private int busySteps;

	SimulatedTime(long seed) {
		this.random = new SplittableRandom(seed);
	}

	/** Nanoseconds since the simulation began. */
	long now() {
		return this.now;
	}

	/**
	 * Plan an event.
	 * @param nanos how far ahead it is
	 */
	void after(long nanos, Runnable task) {
		this.events.add(new Event(this.now + Math.max(nanos, 0), this.planned++, task));
	}

	/**
	 * Let time go on to the next event, and let that happen.
	 * @return false if there is none before the moment
	 */
	boolean step(long until) {
		Event next = this.events.peek();
		if (next == null || next.at > until) {
			this.now = until;
			return false;
		}
		this.events.remove();
		checkProgress(next.at);
		this.now = next.at;
		this.steps++;
		next.task.run();
		return true;
	}

	/** Something that goes on and on without any time between is a fault, too. */
	private void checkProgress(long at) {
		if (at - this.busySince > MILLISECOND) {
			this.busySince = at;
			this.busySteps = 0;
		}
		else if (++this.busySteps > MOST_STEPS) {
			throw new Violation("something happens again and again without end, " + MOST_STEPS + " times by now");
		}
	}

	/** How many events there were. */
	long steps() {
		return this.steps;
	}

	boolean chance(double probability) {
		return this.random.nextDouble() < probability;
	}

	double fraction() {
		return this.random.nextDouble();
	}

	/** A number from the first up to, and without, the last. */
	long between(long first, long last) {
		return this.random.nextLong(first, last);
	}

	/** A number from zero up to, and without, the bound. */
	int below(int bound) {
		return this.random.nextInt(bound);
	}

	private record Event(long at, long number, Runnable task) implements Comparable<Event> {

		@Override
		public int compareTo(Event other) {
			int byTime = Long.compare(this.at, other.at);
			return (byTime != 0) ? byTime : Long.compare(this.number, other.number);
		}

	}

}
