package io.github.lockstarter.benchmarks.harness;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.github.lockstarter.benchmarks.worker.Load;
import io.github.lockstarter.benchmarks.worker.Tally;
import io.github.lockstarter.benchmarks.worker.WorkerResult;
import org.HdrHistogram.Histogram;

/**
 * The metrics of a point: their names, and how they follow from what was counted.
 */
public final class Metrics {

	/** Acquisitions in all JVMs. */
	public static final String THROUGHPUT = "acquisitions/s";

	/** The time of an acquisition and its release. */
	public static final String PAIR = "pair µs";

	/** Number of callers that obtained the lock in time. */
	public static final String OBTAINED = "obtained %";

	/** Commands that clients sent. */
	public static final String COMMANDS = "commands/acquisition";

	/** Commands that clients sent. */
	public static final String COMMANDS_PER_SECOND = "commands/s";

	/** Commands that Redis ran, those inside scripts included. */
	public static final String CALLS = "calls in Redis/acquisition";

	/** Bytes from and to Redis. */
	public static final String BYTES = "bytes/acquisition";

	/** Acquisitions in all JVMs by those who read. */
	public static final String READS = "reads/s";

	/** The same by those who write. */
	public static final String WRITES = "writes/s";

	/** Half of the waits of those who write, where others read, were not longer. */
	public static final String WRITER_P50 = "writer's wait p50 µs";

	/** Of 100 of their waits 99 were not longer. */
	public static final String WRITER_P99 = "writer's wait p99 µs";

	/** Processor time of Redis. */
	public static final String CPU = "Redis CPU µs/acquisition";

	/** Processor time of PostgreSQL. */
	public static final String DATABASE_CPU = "PostgreSQL CPU µs/acquisition";

	/** Transactions that have written something, each of which waits for the disk. */
	public static final String COMMITS = "writing transactions/acquisition";

	/** Bytes that PostgreSQL has written to its log. */
	public static final String WRITTEN = "log bytes/acquisition";

	/** Rate that one processor core could bear if Redis had it for itself. */
	public static final String PER_CORE = "acquisitions/s per core of Redis";

	/** Processor time of the clients' JVMs. */
	public static final String CLIENT_CPU = "client CPU µs/acquisition";

	/** Bytes that the clients' JVMs allocate on their heaps. */
	public static final String ALLOCATED = "allocated bytes/acquisition";

	/** 1 if all JVMs got the same share, 1/n if one of n got everything. */
	public static final String JAIN = "Jain index";

	/** The shortest wait. */
	public static final String MIN = "wait min µs";

	/** The average wait. */
	public static final String MEAN = "wait mean µs";

	/** Half of the waits were not longer. */
	public static final String P50 = "wait p50 µs";

	/** Of 100 waits 95 were not longer. */
	public static final String P95 = "wait p95 µs";

	/** Of 100 waits 99 were not longer. */
	public static final String P99 = "wait p99 µs";

	/** The longest wait. */
	public static final String MAX = "wait max µs";

	private static final double NANOS_PER_MICRO = 1000;

	private final Map<String, Double> values = new LinkedHashMap<>();

	private Metrics() {
	}

	static Map<String, Double> of(Point point, Sample sample) {
		Timing timing = sample.timing();
		List<WorkerResult> results = sample.results();
		List<Tally> tallies = results.stream().map(WorkerResult::tally).toList();
		Tally sum = Tally.sum(tallies);
		Metrics metrics = new Metrics();
		if (point.counting() == Counting.DURING) {
			metrics.values.put(COMMANDS_PER_SECOND, sample.commands() / timing.seconds());
			results.forEach((result) -> metrics.values.putAll(result.numbers()));
			return metrics.values;
		}
		metrics.addThroughput(point, timing, sum, sample.used());
		metrics.addCosts(results, sum);
		if (sum.after() > 0 && point.counting() == Counting.AFTER) {
			metrics.values.put(COMMANDS, (double) sample.commands() / sum.after());
			metrics.values.put(COMMANDS_PER_SECOND, sample.commands() / timing.countedSeconds());
		}
		if (point.load() == Load.READS) {
			metrics.addWrites(timing, sum);
		}
		if (sum.successes() > 0) {
			metrics.addWaits(sum.waits());
		}
		if (tallies.size() > 1) {
			metrics.values.put(JAIN, jain(tallies));
		}
		return metrics.values;
	}

	private void addThroughput(Point point, Timing timing, Tally sum, Map<String, Double> used) {
		double acquisitions = Math.max(1, sum.measured());
		this.values.put(THROUGHPUT, sum.measured() / timing.seconds());
		this.values.put(PAIR, 1e6 * timing.seconds() * point.jvms() * point.threads() / acquisitions);
		this.values.put(OBTAINED, 100.0 * sum.successes() / Math.max(1, sum.attempts()));
		used.forEach((metric, total) -> this.values.put(metric, total / acquisitions));
		double cpuMicros = used.getOrDefault(CPU, 0.0);
		if (cpuMicros > 0) {
			this.values.put(PER_CORE, 1e6 * sum.measured() / cpuMicros);
		}
	}

	private void addCosts(List<WorkerResult> results, Tally sum) {
		Map.of(WorkerResult.CPU, CLIENT_CPU, WorkerResult.ALLOCATED, ALLOCATED)
			.forEach((number, metric) -> results.stream()
				.map((result) -> result.numbers().get(number))
				.filter(Objects::nonNull)
				.reduce(Double::sum)
				.ifPresent((all) -> this.values.put(metric, all / Math.max(1, sum.measured()))));
	}

	private void addWrites(Timing timing, Tally sum) {
		this.values.put(READS, (sum.measured() - sum.writes()) / timing.seconds());
		this.values.put(WRITES, sum.writes() / timing.seconds());
		if (sum.writeWaits().getTotalCount() > 0) {
			this.values.put(WRITER_P50, sum.writeWaits().getValueAtPercentile(50) / NANOS_PER_MICRO);
			this.values.put(WRITER_P99, sum.writeWaits().getValueAtPercentile(99) / NANOS_PER_MICRO);
		}
	}

	private void addWaits(Histogram waits) {
		this.values.put(MIN, waits.getMinValue() / NANOS_PER_MICRO);
		this.values.put(MEAN, waits.getMean() / NANOS_PER_MICRO);
		this.values.put(P50, waits.getValueAtPercentile(50) / NANOS_PER_MICRO);
		this.values.put(P95, waits.getValueAtPercentile(95) / NANOS_PER_MICRO);
		this.values.put(P99, waits.getValueAtPercentile(99) / NANOS_PER_MICRO);
		this.values.put(MAX, waits.getMaxValue() / NANOS_PER_MICRO);
	}

	static double jain(List<Tally> tallies) {
		double sum = tallies.stream().mapToDouble(Tally::measured).sum();
		double squares = tallies.stream().mapToDouble((tally) -> (double) tally.measured() * tally.measured()).sum();
		return (squares > 0) ? sum * sum / (tallies.size() * squares) : 0;
	}

}
