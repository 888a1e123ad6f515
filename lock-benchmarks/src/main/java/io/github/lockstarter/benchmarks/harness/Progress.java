package io.github.lockstarter.benchmarks.harness;

import java.time.Duration;

/**
 * Tells what is done next, and how long it all may take. In lines, since Maven passes on
 * whole lines only.
 */
public final class Progress {

	private final int steps;

	private final long started = System.nanoTime();

	private int done;

	/**
	 * Create one.
	 * @param steps how many steps there are
	 */
	public Progress(int steps) {
		this.steps = steps;
	}

	/**
	 * Tell which step begins.
	 * @param what the step
	 */
	public void next(String what) {
		Duration spent = Duration.ofNanos(System.nanoTime() - this.started);
		String left = (this.done > 0) ? time(spent.multipliedBy(this.steps - this.done).dividedBy(this.done)) : "?";
		this.done++;
		System.out.printf("%3d %%, %s left: %s%n", 100 * this.done / this.steps, left, what);
	}

	/** Tell how long it all took. */
	public void end() {
		System.out.println("Done after " + time(Duration.ofNanos(System.nanoTime() - this.started)) + ".");
	}

	private static String time(Duration duration) {
		return "%d:%02d".formatted(duration.toMinutes(), duration.toSecondsPart());
	}

}
