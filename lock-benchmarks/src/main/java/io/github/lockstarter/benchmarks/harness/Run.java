package io.github.lockstarter.benchmarks.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.lockstarter.benchmarks.worker.Load;
import io.github.lockstarter.benchmarks.worker.Moments;
import io.github.lockstarter.benchmarks.worker.SharedMemory;
import io.github.lockstarter.benchmarks.worker.Step;
import io.github.lockstarter.benchmarks.worker.Tally;
import io.github.lockstarter.benchmarks.worker.WorkerResult;

/**
 * One contender in fresh JVMs, which are started when a point needs them.
 */
final class Run implements AutoCloseable {

	private static final Duration START = Duration.ofMillis(20);

	private static final Duration COUNTING = Duration.ofMillis(450);

	private final Server server;

	private final String contender;

	private final Options options;

	private final List<WorkerProcess> workers = new ArrayList<>();

	private String configuration = "";

	Run(Server server, String contender, Options options) {
		this.server = server;
		this.contender = contender;
		this.options = options;
	}

	/**
	 * Tell how the contender is set up.
	 * @return its own words
	 */
	String configuration() {
		return this.configuration;
	}

	Map<String, Double> measure(Point point) throws IOException {
		int fresh = startWorkers(point.jvms());
		Path file = Files.createTempFile("benchmarks", ".memory");
		try {
			return measure(point, timing(point, fresh), file);
		}
		finally {
			Files.delete(file);
		}
	}

	private int startWorkers(int jvms) {
		List<WorkerProcess> fresh = new ArrayList<>();
		while (this.workers.size() < jvms) {
			WorkerProcess worker = new WorkerProcess(this.contender, this.server.target());
			fresh.add(worker);
			this.workers.add(worker);
		}
		fresh.forEach((worker) -> this.configuration = worker.awaitReady());
		return fresh.size();
	}

	/**
	 * Fresh JVMs compile, the longer the more of them share the processors; and the first
	 * has the least to do, and so takes the longest to compile what it does.
	 */
	private Timing timing(Point point, int fresh) {
		if (point.timing() != null) {
			return point.timing();
		}
		int times = (fresh == this.workers.size()) ? fresh + 2 : Math.max(fresh, differs(point) ? 2 : 0);
		int windows = windows(point.load());
		Duration after = (point.counting() == Counting.AFTER) ? COUNTING.multipliedBy(windows) : Duration.ZERO;
		return new Timing(this.options.warmUp().plus(this.options.freshWarmUp().multipliedBy(times)),
				this.options.window().multipliedBy(windows), after);
	}

	/** More threads or locks take ways through the code that the step before did not. */
	private static boolean differs(Point point) {
		return point.load() == Load.OWN || (point.load() == Load.LOOP && point.keys() > 1);
	}

	/**
	 * What happens seldom is measured for longer, and so are free locks, whose times are
	 * close together.
	 */
	private static int windows(Load load) {
		return switch (load) {
			case LOOP, REENTRY, HELD, PERMITS -> 1;
			case OWN, READS -> 3;
			case WAITING, TOGETHER -> 5;
			case HAND_OVER -> 10;
		};
	}

	private Map<String, Double> measure(Point point, Timing timing, Path file) {
		SharedMemory memory = SharedMemory.map(file);
		List<WorkerProcess> team = this.workers.subList(0, point.jvms());
		String key = "benchmark:" + Long.toHexString(System.nanoTime()) + ":";
		long from = System.nanoTime() + START.plus(timing.warmUp()).toNanos();
		long to = from + timing.window().toNanos();
		long until = to + timing.after().toNanos();
		for (int i = 0; i < team.size(); i++) {
			team.get(i)
				.start(new Step(point.load(), key, point.keys(), point.threads(), point.section(), point.waitTime(),
						file, i, from, to, until));
		}
		long commands = 0;
		if (point.counting() == Counting.DURING) {
			commands = commands(from, to);
		}
		Moments.await(from);
		Map<String, Double> before = this.server.used();
		Moments.await(to);
		Map<String, Double> used = Server.difference(before, this.server.used());
		if (point.counting() == Counting.AFTER) {
			commands = commands(Step.countedFrom(to, until), until);
		}
		List<WorkerResult> results = team.stream().map((worker) -> WorkerResult.parse(worker.awaitResult())).toList();
		check(point, Tally.sum(results.stream().map(WorkerResult::tally).toList()), memory);
		return Metrics.of(point, timing, results, used, commands);
	}

	private long commands(long from, long to) {
		List<RedisMonitor> monitors = this.server.monitors();
		try {
			Moments.await(from);
			long before = commands(monitors);
			Moments.await(to);
			return commands(monitors) - before;
		}
		finally {
			monitors.forEach(RedisMonitor::close);
		}
	}

	private static long commands(List<RedisMonitor> monitors) {
		return monitors.stream().mapToLong(RedisMonitor::commands).sum();
	}

	private void check(Point point, Tally sum, SharedMemory memory) {
		if (sum.violations() > 0 || memory.entered() != sum.all()) {
			throw new ExclusionViolatedException(this.contender + " does not exclude (" + point.label() + "): of "
					+ sum.all() + " critical sections " + memory.entered() + " were counted, and " + sum.violations()
					+ " times another was inside.");
		}
	}

	@Override
	public void close() {
		this.workers.forEach(WorkerProcess::close);
		this.workers.clear();
	}

}
