package io.github.lockstarter.benchmarks.harness;

import java.nio.file.Path;
import java.time.Duration;

import io.github.lockstarter.benchmarks.worker.Load;
import io.github.lockstarter.benchmarks.worker.Step;

/**
 * One thing that a scenario measures.
 *
 * @param label what it differs in from the scenario's other points
 * @param load what kind of work
 * @param jvms how many workers
 * @param threads how many threads in each
 * @param keys how many locks
 * @param section how long a lock is held
 * @param waitTime how long to wait for a lock
 * @param counted whether commands are counted after the measurement
 */
public record Point(String label, Load load, int jvms, int threads, int keys, Duration section, Duration waitTime,
		boolean counted) {

	private static final Duration PATIENCE = Duration.ofSeconds(10);

	static Point loop(String label, int jvms, int threads, int keys) {
		return new Point(label, Load.LOOP, jvms, threads, keys, Duration.ZERO, PATIENCE, true);
	}

	Step step(String key, Path file, int worker, long from, long to, long until) {
		return new Step(this.load, key, this.keys, this.threads, this.section, this.waitTime, file, worker, from, to,
				until);
	}

}
