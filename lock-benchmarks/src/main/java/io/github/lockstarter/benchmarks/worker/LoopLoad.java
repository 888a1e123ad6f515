package io.github.lockstarter.benchmarks.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

import io.github.lockstarter.benchmarks.Contender;

/**
 * Threads take and release locks in a loop, each time one of them at random.
 */
final class LoopLoad {

	private final Contender contender;

	private final Step step;

	private final SharedMemory memory;

	LoopLoad(Contender contender, Step step) {
		this.contender = contender;
		this.step = step;
		this.memory = SharedMemory.map(step.file());
	}

	Tally run() throws InterruptedException, ExecutionException {
		ExecutorService threads = Executors.newFixedThreadPool(this.step.threads());
		try {
			List<Future<Tally>> results = new ArrayList<>();
			for (int i = 0; i < this.step.threads(); i++) {
				long who = 1 + this.step.worker() * 100_000L + i;
				results.add(threads.submit(() -> loop(who)));
			}
			Tally sum = new Tally();
			for (Future<Tally> result : results) {
				sum.add(result.get());
			}
			return sum;
		}
		finally {
			threads.shutdownNow();
		}
	}

	private Tally loop(long who) throws InterruptedException {
		Tally tally = new Tally();
		ThreadLocalRandom random = ThreadLocalRandom.current();
		long begun = System.nanoTime();
		while (begun - this.step.until() < 0) {
			int lock = random.nextInt(this.step.keys());
			Contender.Held held = this.contender.acquire(this.step.key() + lock, this.step.waitTime());
			if (held == null) {
				tally.refused(this.step, begun);
			}
			else {
				tally.acquired(this.step, begun, System.nanoTime());
				if (!this.memory.enter(lock, who)) {
					tally.violated();
				}
				work();
				if (!this.memory.leave(lock, who)) {
					tally.violated();
				}
				held.release();
			}
			begun = System.nanoTime();
		}
		return tally;
	}

	private void work() {
		long nanos = this.step.section().toNanos();
		long end = System.nanoTime() + nanos;
		while (nanos > 0) {
			LockSupport.parkNanos(nanos);
			nanos = end - System.nanoTime();
		}
	}

}
