package io.github.lockstarter.benchmarks.worker;

import org.HdrHistogram.Histogram;

/**
 * What one thread, one worker or all workers counted in a step. Not thread-safe.
 */
public final class Tally {

	private static final int DIGITS = 3;

	private final Histogram waits = new Histogram(DIGITS);

	private long measured;

	private long attempts;

	private long successes;

	private long after;

	private long all;

	private long violations;

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
		else if (acquired - step.to() >= 0 && acquired - step.until() < 0) {
			this.after++;
		}
		if (step.measures(begun)) {
			this.attempts++;
			this.successes++;
			this.waits.recordValue(acquired - begun);
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

	/**
	 * Add what another counted.
	 * @param other the other
	 */
	public void add(Tally other) {
		this.waits.add(other.waits);
		this.measured += other.measured;
		this.attempts += other.attempts;
		this.successes += other.successes;
		this.after += other.after;
		this.all += other.all;
		this.violations += other.violations;
	}

	/**
	 * Write it in one line.
	 * @return the line
	 */
	public String line() {
		return this.measured + " " + this.attempts + " " + this.successes + " " + this.after + " " + this.all + " "
				+ this.violations + " " + Histograms.encode(this.waits);
	}

	/**
	 * Read what {@link #line()} wrote.
	 * @param line the line
	 * @return the tally
	 */
	public static Tally parse(String line) {
		String[] fields = line.split(" ", -1);
		Tally tally = new Tally();
		tally.measured = Long.parseLong(fields[0]);
		tally.attempts = Long.parseLong(fields[1]);
		tally.successes = Long.parseLong(fields[2]);
		tally.after = Long.parseLong(fields[3]);
		tally.all = Long.parseLong(fields[4]);
		tally.violations = Long.parseLong(fields[5]);
		tally.waits.add(Histograms.decode(fields[6]));
		return tally;
	}

	/** Waits for locks that were asked for while it was measured, in nanoseconds. */
	public Histogram waits() {
		return this.waits;
	}

	/** Locks obtained while it was measured. */
	public long measured() {
		return this.measured;
	}

	/** Locks asked for while it was measured. */
	public long attempts() {
		return this.attempts;
	}

	/** Those of {@link #attempts()} that were obtained. */
	public long successes() {
		return this.successes;
	}

	/** Locks obtained after measuring, before the end of the step. */
	public long after() {
		return this.after;
	}

	/** All locks that were obtained. */
	public long all() {
		return this.all;
	}

	/** How often another was in the critical section. */
	public long violations() {
		return this.violations;
	}

}
