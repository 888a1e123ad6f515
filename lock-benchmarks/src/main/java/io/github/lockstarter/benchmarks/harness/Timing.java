package io.github.lockstarter.benchmarks.harness;

import java.time.Duration;

/**
 * How long a step takes.
 *
 * @param warmUp until it is measured
 * @param window how long it is measured
 * @param after how long the work goes on then
 */
record Timing(Duration warmUp, Duration window, Duration after) {

	double seconds() {
		return this.window.toNanos() / 1e9;
	}

}
