package io.github.lockstarter.benchmarks.harness;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.lockstarter.benchmarks.worker.Tally;
import org.HdrHistogram.Histogram;

/**
 * The metrics of threads that take and release locks in a loop.
 */
final class LoopMetrics {

	private static final double NANOS_PER_MICRO = 1000.0;

	private LoopMetrics() {
	}

	static Map<String, Double> of(Point point, List<Tally> tallies, Tally sum, Duration window, RedisStatistics redis,
			long commands) {
		Map<String, Double> metrics = new LinkedHashMap<>();
		double seconds = window.toNanos() / 1e9;
		metrics.put("acquisitions/s", sum.measured() / seconds);
		metrics.put("obtained %", 100.0 * sum.successes() / Math.max(1, sum.attempts()));
		if (sum.measured() > 0) {
			metrics.put("pair µs", 1e6 * seconds * point.jvms() * point.threads() / sum.measured());
			metrics.put("calls in Redis/acquisition", (double) redis.calls() / sum.measured());
			metrics.put("bytes/acquisition", (double) (redis.bytesIn() + redis.bytesOut()) / sum.measured());
			metrics.put("Redis CPU µs/acquisition", 1e6 * redis.cpuSeconds() / sum.measured());
		}
		if (sum.after() > 0) {
			metrics.put("commands/acquisition", (double) commands / sum.after());
		}
		if (sum.successes() > 0) {
			addWaits(metrics, sum.waits());
		}
		if (tallies.size() > 1) {
			metrics.put("Jain index", jain(tallies));
		}
		return metrics;
	}

	private static void addWaits(Map<String, Double> metrics, Histogram waits) {
		metrics.put("wait min µs", waits.getMinValue() / NANOS_PER_MICRO);
		metrics.put("wait mean µs", waits.getMean() / NANOS_PER_MICRO);
		metrics.put("wait p50 µs", waits.getValueAtPercentile(50) / NANOS_PER_MICRO);
		metrics.put("wait p95 µs", waits.getValueAtPercentile(95) / NANOS_PER_MICRO);
		metrics.put("wait p99 µs", waits.getValueAtPercentile(99) / NANOS_PER_MICRO);
		metrics.put("wait max µs", waits.getMaxValue() / NANOS_PER_MICRO);
	}

	/** 1 if all JVMs got the same share, 1/n if one got everything. */
	static double jain(List<Tally> tallies) {
		double sum = tallies.stream().mapToDouble(Tally::measured).sum();
		double squares = tallies.stream().mapToDouble((tally) -> (double) tally.measured() * tally.measured()).sum();
		return (squares > 0) ? sum * sum / (tallies.size() * squares) : 0;
	}

}
