package io.github.lockstarter.benchmarks.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
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
import org.jspecify.annotations.Nullable;

/**
 * One contender in fresh JVMs, which are started when a point needs them.
 */
final class Run implements AutoCloseable {

	private static final Duration START = Duration.ofMillis(20);

	/** In how many steps a fresh JVM warms up at most. */
	private static final int STEPS = 6;

	/** A JVM has warmed up when it compiles for less than this part of a step. */
	private static final double LITTLE = 0.05;

	/** Measurements in one go need less, since they do little. */
	private static final int LESS = 6;

	private final Server server;

	private final String contender;

	private final Options options;

	private final List<WorkerProcess> workers = new ArrayList<>();

	private String configuration = "";

	private @Nullable Load load;

	Run(Server server, String contender, Options options) {
		this.server = server;
		this.contender = contender;
		this.options = options;
	}

	String contender() {
		return this.contender;
	}

	/**
	 * Tell how the contender is set up.
	 * @return its own words
	 */
	String configuration() {
		return this.configuration;
	}

	/**
	 * Start the JVMs that a point needs, and warm them up.
	 * @param point what is measured
	 * @return how to measure it, until the next one begins
	 */
	Sampling begin(Point point) {
		int fresh = startWorkers(point.jvms());
		String key = "benchmark:" + Long.toHexString(System.nanoTime()) + ":";
		Duration warmUp = this.options.freshWarmUp().multipliedBy(warmUps(point, fresh));
		this.load = point.load();
		if (!point.inOneGo()) {
			warmUp(point, warmUp, key);
		}
		return new Sampling(this, point, key, point.slices(this.options, warmUp.dividedBy(LESS)));
	}

	/** Until little is being compiled, which takes processors from all. */
	private void warmUp(Point point, Duration most, String key) {
		Timing step = new Timing(this.options.freshWarmUp().dividedBy(STEPS), Duration.ZERO, Duration.ZERO);
		double little = LITTLE * point.jvms() * step.warmUp().toMillis();
		for (Duration left = most; left.compareTo(Duration.ZERO) > 0; left = left.minus(step.warmUp())) {
			long compiling = work(point, step, key).results().stream().mapToLong(WorkerResult::compiling).sum();
			if (compiling <= little) {
				return;
			}
		}
	}

	/**
	 * Do one step in the JVMs, and check that the lock excluded.
	 * @param point what is measured
	 * @param timing how long
	 * @param key what the keys of the locks begin with
	 * @return what was measured
	 */
	Sample work(Point point, Timing timing, String key) {
		try {
			Path file = Files.createTempFile("benchmarks", ".memory");
			try {
				return work(point, timing, key, file);
			}
			finally {
				Files.delete(file);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
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
	 * has the least to do, and so takes the longest to compile what it does. Other work,
	 * and more threads or locks, take ways through the code that the point before did
	 * not.
	 */
	private int warmUps(Point point, int fresh) {
		boolean otherWays = point.isFast() || point.load() != this.load;
		return (fresh == this.workers.size()) ? fresh + 2 : Math.max(fresh, otherWays ? 2 : 0);
	}

	private Sample work(Point point, Timing timing, String key, Path file) {
		SharedMemory memory = SharedMemory.map(file);
		List<WorkerProcess> team = this.workers.subList(0, point.jvms());
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
		return new Sample(timing, results, used, commands);
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
