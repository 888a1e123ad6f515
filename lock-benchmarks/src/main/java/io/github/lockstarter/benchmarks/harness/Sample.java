package io.github.lockstarter.benchmarks.harness;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.lockstarter.benchmarks.worker.WorkerResult;

/**
 * Values measured in one slice of a point, or in several together.
 *
 * @param timing how long it took
 * @param results what each worker did
 * @param used what the server used, by the metric that reports it
 * @param commands how many commands clients sent while they were counted
 */
record Sample(Timing timing, List<WorkerResult> results, Map<String, Double> used, long commands) {

	Sample plus(Sample other) {
		List<WorkerResult> sums = IntStream.range(0, this.results.size())
			.mapToObj((worker) -> this.results.get(worker).plus(other.results.get(worker)))
			.toList();
		Map<String, Double> used = new HashMap<>(this.used);
		other.used.forEach((metric, value) -> used.merge(metric, value, Double::sum));
		return new Sample(this.timing.plus(other.timing), sums, used, this.commands + other.commands);
	}

}
