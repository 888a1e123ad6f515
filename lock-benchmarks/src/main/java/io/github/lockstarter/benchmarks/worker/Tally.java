package io.github.lockstarter.benchmarks.worker;

import java.util.Collection;
import java.util.concurrent.TimeUnit;

import org.HdrHistogram.Histogram;

/**
 * Counts of one thread, one worker or all workers in a step. Not thread-safe.
 */
public final class Tally {

	private static final int DIGITS = 3;

	private static final long USUAL = TimeUnit.SECONDS.toNanos(1);

	private final Histogram waits = new Histogram(DIGITS);

	private final Histogram writeWaits = new Histogram(DIGITS);

	private long measured;

	private long writes;

	private long attempts;

	private long successes;

	private long after;

	private long all;

	private long violations;

	/** It grows now, and not while allocations are measured. */
	public Tally() {
		this.waits.recordValue(USUAL);
		this.waits.reset();
	}

	/**
	 * Count a lock that was obtained.
	 * @param step what is done
	 * @param begun when it was asked for
	 * @param acquired when it was obtained
	 */
	void acquired(Step step, long begun, long acquired) {
		this.all++;
		if (step.measures(acquired)) {
			this.measured++;
		}
		else if (step.counts(acquired)) {
			this.after++;
		}
		if (step.measures(begun)) {
			this.attempts++;
			this.successes++;
			this.waits.recordValue(acquired - begun);
		}
	}

	/**
	 * Count a lock that was obtained to write, beside those that are obtained to read.
	 * @param step what is done
	 * @param begun when it was asked for
	 * @param acquired when it was obtained
	 */
	void wrote(Step step, long begun, long acquired) {
		acquired(step, begun, acquired);
		if (step.measures(acquired)) {
			this.writes++;
		}
		if (step.measures(begun)) {
			this.writeWaits.recordValue(acquired - begun);
		}
	}

	/**
	 * Count a lock that was not obtained in time.
	 * @param step what is done
	 * @param begun when it was asked for
	 */
	void refused(Step step, long begun) {
		if (step.measures(begun)) {
			this.attempts++;
		}
	}

	void violated() {
		this.violations++;
	}

	void add(Tally other) {
		this.waits.add(other.waits);
		this.writeWaits.add(other.writeWaits);
		this.measured += other.measured;
		this.writes += other.writes;
		this.attempts += other.attempts;
		this.successes += other.successes;
		this.after += other.after;
		this.all += other.all;
		this.violations += other.violations;
	}

	/**
	 * Add up what several counted.
	 * @param tallies what they counted
	 * @return the sum
	 */
	public static Tally sum(Collection<Tally> tallies) {
		Tally sum = new Tally();
		tallies.forEach(sum::add);
		return sum;
	}

	String line() {
		return this.measured + " " + this.attempts + " " + this.successes + " " + this.after + " " + this.all + " "
				+ this.violations + " " + Histograms.encode(this.waits) + " " + this.writes + " "
				+ Histograms.encode(this.writeWaits);
	}

	static Tally parse(String line) {
		String[] fields = line.split(" ", -1);
		Tally tally = new Tally();
		tally.measured = Long.parseLong(fields[0]);
		tally.attempts = Long.parseLong(fields[1]);
		tally.successes = Long.parseLong(fields[2]);
		tally.after = Long.parseLong(fields[3]);
		tally.all = Long.parseLong(fields[4]);
		tally.violations = Long.parseLong(fields[5]);
		tally.waits.add(Histograms.decode(fields[6]));
		tally.writes = Long.parseLong(fields[7]);
		tally.writeWaits.add(Histograms.decode(fields[8]));
		return tally;
	}

	/** Waits for locks that were asked for while it was measured, in nanoseconds. */
	public Histogram waits() {
		return this.waits;
	}

	/** Waits of {@link #waits()} that were to write, where others read. */
	public Histogram writeWaits() {
		return this.writeWaits;
	}

	/** Measurements of {@link #measured()} that were to write, where others read. */
	public long writes() {
		return this.writes;
	}

	/** Locks obtained while it was measured. */
	public long measured() {
		return this.measured;
	}

	/** Locks asked for while it was measured. */
	public long attempts() {
		return this.attempts;
	}

	/** Attempts of {@link #attempts()} that obtained the lock. */
	public long successes() {
		return this.successes;
	}

	/** Locks obtained while commands were counted, after measuring. */
	public long after() {
		return this.after;
	}

	/** All locks that were obtained. */
	public long all() {
		return this.all;
	}

	/** Number of times another was in the critical section. */
	public long violations() {
		return this.violations;
	}

}
