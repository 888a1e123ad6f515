package io.github.lockstarter.benchmarks.worker;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import io.github.lockstarter.benchmarks.Contender;
import io.github.lockstarter.benchmarks.Contender.Held;

/**
 * Two workers pass one lock to and fro. The one that holds it waits until the other
 * waits, and some random time more, then writes down the time and releases; the other
 * reads it when it has the lock. So the tally's waits are the times of hand-over.
 */
final class HandOverLoad {

	private static final long SETTLED = TimeUnit.MILLISECONDS.toNanos(2);

	private static final long SPREAD = TimeUnit.MILLISECONDS.toNanos(20);

	private static final long GLANCE = TimeUnit.MICROSECONDS.toNanos(50);

	private final Contender contender;

	private final Step step;

	private final SharedMemory memory;

	private final long me;

	private final Tally tally = new Tally();

	HandOverLoad(Contender contender, Step step) {
		this.contender = contender;
		this.step = step;
		this.memory = SharedMemory.map(step.file());
		this.me = 1L + step.worker();
	}

	WorkerResult run() throws InterruptedException {
		long end = this.step.until();
		if (this.step.worker() > 0) {
			awaitThat(() -> this.memory.turn() > 0, end);
		}
		while (!Moments.isOver(end)) {
			this.memory.waiting(this.me);
			Held held = this.contender.acquire(this.step.key(), this.step.waitTime());
			long acquired = System.nanoTime();
			if (held == null) {
				throw new IllegalStateException("The lock was not handed over within " + this.step.waitTime() + ".");
			}
			long released = this.memory.releasedAt();
			this.tally.acquired(this.step, (released != 0) ? released : acquired, acquired);
			long turn = this.memory.turn() + 1;
			this.memory.waiting(0);
			this.memory.turn(turn);
			new Section(this.memory, 0, this.me).run(this::hold, () -> release(held), this.tally);
			awaitThat(() -> this.memory.turn() != turn, end);
		}
		return new WorkerResult(this.tally);
	}

	/** Without pauses while it warms up: what is done fifty times a second stays cold. */
	private void hold() {
		awaitThat(() -> this.memory.waiting() != 0, this.step.until());
		if (!Moments.isOver(this.step.from())) {
			return;
		}
		Moments.await(System.nanoTime() + SETTLED + ThreadLocalRandom.current().nextLong(SPREAD));
	}

	private void release(Held held) {
		this.memory.releasedAt(System.nanoTime());
		held.release();
	}

	private static void awaitThat(BooleanSupplier condition, long limit) {
		while (!condition.getAsBoolean() && !Moments.isOver(limit)) {
			Moments.await(System.nanoTime() + GLANCE);
		}
	}

}
