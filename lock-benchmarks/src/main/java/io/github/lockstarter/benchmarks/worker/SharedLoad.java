package io.github.lockstarter.benchmarks.worker;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;

import io.github.lockstarter.benchmarks.Contender;
import io.github.lockstarter.benchmarks.Contender.Held;
import org.jspecify.annotations.Nullable;

/**
 * Threads share one lock in a loop: they read it and now and then write, or each takes
 * one of its permits.
 */
final class SharedLoad {

	/** Number of permits. */
	static final int CAPACITY = 5;

	private static final double WRITES = 0.01;

	private final Contender contender;

	private final Step step;

	private final SharedMemory memory;

	SharedLoad(Contender contender, Step step) {
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
		Tally tally = new Tally();
		Section section = new Section(this.memory, 0, who);
		boolean reads = this.step.load() == Load.READS;
		long begun = System.nanoTime();
		while (!Moments.isOver(this.step.until())) {
			if (reads && ThreadLocalRandom.current().nextDouble() < WRITES) {
				write(section, begun, tally);
			}
			else {
				share(reads, section, begun, tally);
			}
			begun = System.nanoTime();
		}
		return tally;
	}

	private void write(Section section, long begun, Tally tally) throws InterruptedException {
		Held held = this.contender.write(this.step.key(), this.step.waitTime());
		if (held == null) {
			tally.refused(this.step, begun);
			return;
		}
		tally.wrote(this.step, begun, System.nanoTime());
		section.run(this.step::work, held, tally);
	}

	private void share(boolean reads, Section section, long begun, Tally tally) throws InterruptedException {
		Held held = acquire(reads);
		if (held == null) {
			tally.refused(this.step, begun);
			return;
		}
		tally.acquired(this.step, begun, System.nanoTime());
		section.share(this.step::work, held, tally, reads ? Integer.MAX_VALUE : CAPACITY);
	}

	private @Nullable Held acquire(boolean reads) throws InterruptedException {
		return reads ? this.contender.read(this.step.key(), this.step.waitTime())
				: this.contender.permit(this.step.key(), CAPACITY, this.step.waitTime());
	}

}
