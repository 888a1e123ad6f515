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

	private int shown;

	ProgressLine(PrintStream out, String label, long total) {
		this.out = out;
		this.total = total;
		out.printf("  %-16s [", label);
		out.flush();
	}

	void show(long done) {
		int reached = (int) (WIDTH * Math.min(done, this.total) / this.total);
		this.out.print("#".repeat(reached - this.shown));
		this.out.flush();
		this.shown = reached;
	}

	void end() {
		this.out.printf("] %d deliveries%n", this.total);
	}

}
