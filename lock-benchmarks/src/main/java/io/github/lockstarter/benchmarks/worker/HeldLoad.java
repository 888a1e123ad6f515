package io.github.lockstarter.benchmarks.worker;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.lockstarter.benchmarks.Contender;
import io.github.lockstarter.benchmarks.Contender.Held;

/**
 * The first worker holds many locks until the end. When their lease would be over, the
 * others try to take each.
 */
final class HeldLoad {

	private static final int FIRST = 100;

	private final Contender contender;

	private final Step step;

	HeldLoad(Contender contender, Step step) {
		this.contender = contender;
		this.step = step;
	}

	WorkerResult run() throws InterruptedException {
		return (this.step.worker() == 0) ? hold() : probe();
	}

	private WorkerResult hold() throws InterruptedException {
		acquire("first:", FIRST).forEach(Held::release);
		int threads = threads();
		long before = Heap.used();
		List<Held> locks = acquire("", this.step.keys());
		if (Moments.isOver(this.step.from())) {
			throw new IllegalStateException("Acquiring " + this.step.keys() + " locks took too long.");
		}
		double heap = (double) (Heap.used() - before) / this.step.keys();
		double more = (double) threads() - threads;
		Moments.await(this.step.until());
		locks.forEach(Held::release);
		return new WorkerResult(new Tally(), Map.of(WorkerResult.HEAP_PER_LOCK, heap, WorkerResult.MORE_THREADS, more));
	}

	private List<Held> acquire(String prefix, int number) throws InterruptedException {
		List<Held> locks = new ArrayList<>(number);
		for (int i = 0; i < number; i++) {
			Held held = this.contender.acquire(this.step.key() + prefix + i, this.step.waitTime());
			if (held == null) {
				throw new IllegalStateException("A lock that nobody else wants was not obtained.");
			}
			locks.add(held);
		}
		return locks;
	}

	private WorkerResult probe() throws InterruptedException {
		Moments.await(this.step.to());
		double lost = 0;
		for (int i = 0; i < this.step.keys(); i++) {
			Held held = this.contender.acquire(this.step.key() + i, Duration.ZERO);
			if (held != null) {
				held.release();
				lost++;
			}
		}
		if (Moments.isOver(this.step.until())) {
			throw new IllegalStateException("Looking at " + this.step.keys() + " locks took too long.");
		}
		return new WorkerResult(new Tally(), Map.of(WorkerResult.LOST, lost));
	}

	private static int threads() {
		return ManagementFactory.getThreadMXBean().getThreadCount();
	}

}
