package io.github.lockstarter.benchmarks.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

import io.github.lockstarter.benchmarks.worker.SharedMemory;
import io.github.lockstarter.benchmarks.worker.Tally;

/**
 * One contender in one scenario, once, in fresh JVMs.
 */
final class Run {

	private static final Duration START = Duration.ofMillis(20);

	private static final Duration COUNTING = Duration.ofMillis(300);

	private final RedisServer redis;

	private final String contender;

	private final Options options;

	Run(RedisServer redis, String contender, Options options) {
		this.redis = redis;
		this.contender = contender;
		this.options = options;
	}

	/**
	 * Do it.
	 * @param points what to measure
	 * @param results is told the metrics of each point
	 * @return how the contender is set up
	 */
	String measure(List<Point> points, BiConsumer<Point, Map<String, Double>> results) throws IOException {
		String configuration = "";
		List<WorkerProcess> workers = new ArrayList<>();
		try {
			for (Point point : points) {
				if (workers.size() != point.jvms()) {
					close(workers);
					for (int i = 0; i < point.jvms(); i++) {
						workers.add(new WorkerProcess(this.contender, this.redis));
					}
					for (WorkerProcess worker : workers) {
						configuration = worker.awaitReady();
					}
				}
				results.accept(point, measure(point, workers));
			}
		}
		finally {
			close(workers);
		}
		return configuration;
	}

	private static void close(List<WorkerProcess> workers) {
		workers.forEach(WorkerProcess::close);
		workers.clear();
	}

	private Map<String, Double> measure(Point point, List<WorkerProcess> workers) throws IOException {
		Path file = Files.createTempFile("benchmarks", ".memory");
		try {
			return measure(point, workers, file);
		}
		finally {
			Files.delete(file);
		}
	}

	private Map<String, Double> measure(Point point, List<WorkerProcess> workers, Path file) {
		SharedMemory memory = SharedMemory.map(file);
		String key = "benchmark:" + Long.toHexString(System.nanoTime()) + ":";
		long from = System.nanoTime() + START.plus(this.options.warmUp()).toNanos();
		long to = from + this.options.window().toNanos();
		long until = point.counted() ? to + COUNTING.toNanos() : to;
		for (int i = 0; i < workers.size(); i++) {
			workers.get(i).start(point.step(key, file, i, from, to, until));
		}
		Pause.until(from);
		RedisStatistics before = this.redis.statistics();
		Pause.until(to);
		RedisStatistics spent = this.redis.statistics().since(before);
		long commands = point.counted() ? commandsUntil(until) : 0;
		List<Tally> tallies = workers.stream().map((worker) -> Tally.parse(worker.awaitResult())).toList();
		Tally sum = new Tally();
		tallies.forEach(sum::add);
		check(point, sum, memory);
		return LoopMetrics.of(point, tallies, sum, this.options.window(), spent, commands);
	}

	private long commandsUntil(long moment) {
		try (RedisMonitor monitor = new RedisMonitor(this.redis.host(), this.redis.port())) {
			Pause.until(moment);
			return monitor.commands();
		}
	}

	private void check(Point point, Tally sum, SharedMemory memory) {
		if (sum.violations() > 0 || memory.entered() != sum.all()) {
			throw new ExclusionViolatedException(this.contender + " does not exclude (" + point.label() + "): of "
					+ sum.all() + " critical sections " + memory.entered() + " were counted, and " + sum.violations()
					+ " times another was inside.");
		}
	}

}
