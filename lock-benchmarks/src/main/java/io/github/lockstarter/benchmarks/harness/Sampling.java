package io.github.lockstarter.benchmarks.harness;

import java.util.Map;
import java.util.Objects;
import java.util.Queue;

import org.jspecify.annotations.Nullable;

/**
 * One contender at one point, measured in slices, so that the others have theirs in
 * between: what disturbs the machine for some seconds then affects all. Not thread-safe.
 */
final class Sampling {

	private final Run run;

	private final Point point;

	private final String key;

	private final Queue<Timing> slices;

	private @Nullable Sample sum;

	Sampling(Run run, Point point, String key, Queue<Timing> slices) {
		this.run = run;
		this.point = point;
		this.key = key;
		this.slices = slices;
	}

	Run run() {
		return this.run;
	}

	boolean hasNext() {
		return !this.slices.isEmpty();
	}

	/** Measure the next slice. */
	void next() {
		Sample slice = this.run.work(this.point, this.slices.remove(), this.key);
		this.sum = (this.sum == null) ? slice : this.sum.plus(slice);
	}

	/** The metrics of all slices together. */
	Map<String, Double> metrics() {
		return Metrics.of(this.point, Objects.requireNonNull(this.sum, "No slice was measured."));
	}

}
