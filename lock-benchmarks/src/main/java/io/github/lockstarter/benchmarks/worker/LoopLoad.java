package io.github.lockstarter.benchmarks.worker;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

import io.github.lockstarter.benchmarks.Contender;
import io.github.lockstarter.benchmarks.Contender.Held;
import org.jspecify.annotations.Nullable;

/**
 * Threads take and release locks in a loop, each time one of them at random, always their
 * own, or all of them.
 */
final class LoopLoad {

	private final Contender contender;

	private final Step step;

	private final SharedMemory memory;

	/** All keys, if they are taken together. */
	private final List<String> all;

	LoopLoad(Contender contender, Step step) {
		this.contender = contender;
		this.step = step;
		this.memory = SharedMemory.map(step.file());
		this.all = (step.load() != Load.TOGETHER) ? List.of()
				: IntStream.range(0, step.keys()).mapToObj((lock) -> step.key() + lock).toList();
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

	private @Nullable Held acquire(int lock) throws InterruptedException {
		return this.all.isEmpty() ? this.contender.acquire(this.step.key() + lock, this.step.waitTime())
				: this.contender.acquire(this.all, this.step.waitTime());
	}

	private Tally loop(long who) throws InterruptedException {
		Tally tally = new Tally();
		ThreadLocalRandom random = ThreadLocalRandom.current();
		boolean own = this.step.load() == Load.OWN;
		int choice = this.all.isEmpty() ? this.step.keys() : 1;
		long begun = System.nanoTime();
		while (begun - this.step.until() < 0) {
			int lock = own ? (int) (who % this.step.keys()) : random.nextInt(choice);
			Held held = acquire(lock);
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
