package io.github.lockstarter.benchmarks.harness;

import java.time.Duration;

import io.github.lockstarter.benchmarks.worker.Step;

/**
 * Duration of a step.
 *
 * @param warmUp until it is measured
 * @param window how long it is measured
 * @param after how long the work goes on then
 */
record Timing(Duration warmUp, Duration window, Duration after) {

	Timing plus(Timing other) {
		return new Timing(this.warmUp.plus(other.warmUp), this.window.plus(other.window), this.after.plus(other.after));
	}

	double seconds() {
		return this.window.toNanos() / 1e9;
	}

	/** Time for which commands are counted after the measurement. */
	double countedSeconds() {
		long after = this.after.toNanos();
		return (after - Step.countedFrom(0, after)) / 1e9;
	}

}
