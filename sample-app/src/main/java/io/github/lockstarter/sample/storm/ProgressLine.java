package io.github.lockstarter.sample.storm;

import java.io.PrintStream;

/**
 * A line that grows to its end as the work does. It never goes back, so it is readable in
 * a file as well.
 */
class ProgressLine {

	private static final int WIDTH = 40;

	private final PrintStream out;

	private final long total;

	private long done;

	ProgressLine(PrintStream out, String label, long total) {
		this.out = out;
		this.total = total;
		out.printf("  %-16s [", label);
		out.flush();
	}

	void show(long done) {
		this.out.print("#".repeat(width(done) - width(this.done)));
		this.out.flush();
		this.done = done;
	}

	void end() {
		this.out.printf("] %d deliveries%n", this.done);
	}

	private int width(long deliveries) {
		return (int) (WIDTH * Math.min(deliveries, this.total) / this.total);
	}

}
