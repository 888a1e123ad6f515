package io.github.lockstarter.benchmarks.worker;

import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;

import io.github.lockstarter.benchmarks.Contender;
import io.github.lockstarter.benchmarks.Contender.Held;

/**
 * Threads take and release locks in a loop, each time one of them at random, or always
 * their own.
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

	WorkerResult run() throws InterruptedException, ExecutionException {
		try (Crew crew = new Crew(this.step, this::work)) {
			Costs spent = Costs.during(this.step);
			return new WorkerResult(crew.await(), spent.numbers());
		}
	}

	private Tally work(long who) throws InterruptedException {
		if (this.step.load() != Load.REENTRY) {
			return loop(who);
		}
		Held outer = Objects.requireNonNull(this.contender.acquire(this.step.key() + 0, this.step.waitTime()));
		try {
			return loop(who);
		}
		finally {
			outer.release();
		}
	}

	private Tally loop(long who) throws InterruptedException {
		Tally tally = new Tally();
		ThreadLocalRandom random = ThreadLocalRandom.current();
		boolean own = this.step.load() == Load.OWN;
		long begun = System.nanoTime();
		while (begun - this.step.until() < 0) {
			int lock = own ? (int) (who % this.step.keys()) : random.nextInt(this.step.keys());
			Held held = this.contender.acquire(this.step.key() + lock, this.step.waitTime());
			if (held == null) {
				tally.refused(this.step, begun);
			}
			else {
				tally.acquired(this.step, begun, System.nanoTime());
				new Section(this.memory, lock, who).run(this.step::work, held, tally);
			}
			begun = System.nanoTime();
		}
		return tally;
	}

}
