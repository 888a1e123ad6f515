package io.github.lockstarter.benchmarks.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Threads that do the same and count.
 */
final class Crew implements AutoCloseable {

	private static final long WORKERS = 100_000;

	private final ExecutorService threads;

	private final List<Future<Tally>> results = new ArrayList<>();

	Crew(Step step, Work work) {
		this.threads = Executors.newFixedThreadPool(step.threads());
		for (int i = 0; i < step.threads(); i++) {
			long who = WORKERS * (step.worker() + 1) + i;
			this.results.add(this.threads.submit(() -> work.run(who)));
		}
	}

	Tally await() throws InterruptedException, ExecutionException {
		List<Tally> tallies = new ArrayList<>();
		for (Future<Tally> result : this.results) {
			tallies.add(result.get());
		}
		return Tally.sum(tallies);
	}

	@Override
	public void close() {
		this.threads.shutdownNow();
	}

	/** Work of a thread, given a number of its own over all workers. */
	@FunctionalInterface
	interface Work {

		Tally run(long who) throws Exception;

	}

}
