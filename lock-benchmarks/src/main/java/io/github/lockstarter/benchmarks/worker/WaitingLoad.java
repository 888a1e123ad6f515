package io.github.lockstarter.benchmarks.worker;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;

import io.github.lockstarter.benchmarks.Contender;
import io.github.lockstarter.benchmarks.Contender.Held;

/**
 * The first worker holds a lock while it is measured, and the threads of the others wait.
 */
final class WaitingLoad {

	private final Contender contender;

	private final Step step;

	private final SharedMemory memory;

	private final CountDownLatch ready;

	private final CountDownLatch begin = new CountDownLatch(1);

	WaitingLoad(Contender contender, Step step) {
		this.contender = contender;
		this.step = step;
		this.memory = SharedMemory.map(step.file());
		this.ready = new CountDownLatch(step.threads());
	}

	WorkerResult run() throws InterruptedException, ExecutionException {
		return (this.step.worker() == 0) ? hold() : await();
	}

	private WorkerResult hold() throws InterruptedException {
		Tally tally = new Tally();
		long begun = System.nanoTime();
		Held held = Objects.requireNonNull(this.contender.acquire(this.step.key(), this.step.waitTime()));
		tally.acquired(this.step, begun, System.nanoTime());
		this.memory.turn(1);
		Moments.await(this.step.to());
		new Section(this.memory, 0, 1).run(this.step::work, held, tally);
		return new WorkerResult(tally);
	}

	private WorkerResult await() throws InterruptedException, ExecutionException {
		try (Crew crew = new Crew(this.step, this::await)) {
			this.ready.await();
			while (this.memory.turn() == 0) {
				Moments.await(System.nanoTime() + 1_000_000);
			}
			long before = Heap.used();
			this.begin.countDown();
			Moments.await(this.step.from());
			double heap = (double) (Heap.used() - before) / this.step.threads();
			return new WorkerResult(crew.await(), Map.of(WorkerResult.HEAP_PER_WAITER, heap));
		}
	}

	private Tally await(long who) throws InterruptedException {
		Tally tally = new Tally();
		this.ready.countDown();
		this.begin.await();
		long begun = System.nanoTime();
		Held held = this.contender.acquire(this.step.key(), this.step.waitTime());
		if (held == null) {
			throw new IllegalStateException("A waiter was not served within " + this.step.waitTime() + ".");
		}
		tally.acquired(this.step, begun, System.nanoTime());
		new Section(this.memory, 0, who).run(this.step::work, held, tally);
		return tally;
	}

}
